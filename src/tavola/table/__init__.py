"""A table without I/O: seats, turns, clocks, chat, the entries of its log, and redaction of what is told."""
