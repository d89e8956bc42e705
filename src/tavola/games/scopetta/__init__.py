"""Scopetta: sweep the table, gather the coins, make the primiera."""
