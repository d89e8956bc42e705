"""Fair dice, checked by the client, out of the server's reach.

`receipt.py` is what a client keeps of a game before it begins, and is told of it later; `folder.py` keeps it
on the disk; `proof.py` compares it with what the server reveals at the end. See docs/fair-dice.md.
"""
