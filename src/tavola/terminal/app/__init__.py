"""The table as an app in the terminal: dice and cards drawn, mouse and keys, at home or at a server.

A `Source` tells what happens and takes what people do; `TableScreen` only shows and asks. `Local` is a game
in this process, `Remote` a table of a server.
"""
