"""The table in a terminal, line by line: what one sees, what one may type, and records read and kept."""
