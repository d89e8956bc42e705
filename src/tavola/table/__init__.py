"""A table without a socket: seats, turns, clocks, chat, the log, and the one door through which news goes."""
