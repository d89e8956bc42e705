"""The ladder: connected bots wait for games, and are paired so that each game tells most about the order."""
