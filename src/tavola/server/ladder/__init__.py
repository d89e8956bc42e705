"""The ladder: bots that are connected wait for games, and are paired by what tells most about the order."""
