"""The table in a terminal, line by line: what is shown, what may be typed, and records read and kept."""
