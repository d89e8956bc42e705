"""Spazzino: sweep the table, take back what was just dropped, and gather the swords."""
