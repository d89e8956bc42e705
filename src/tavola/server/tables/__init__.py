"""The live tables of this node: their commands, their guests, their clocks and bots.

- manager.py: all of them; judge a command, write it, then tell everyone
- live_table.py: one table and the connections at it
- presence.py: who is connected, broadcast to the table
- turns.py: clocks and bots
- bot_pool.py: the threads in which bots think
- lobby.py: lists of games and tables
- changes.py: what the store is told of a table
- housekeeping.py: removes tables that are no longer needed
"""
