"""Fair dice, checked at the far end of the wire, where a server has no hand.

`receipt.py` is what a client keeps of a game before it begins, and hears of it later; `folder.py` keeps it on
the disk; `proof.py` compares it with what the server reveals at the end. docs/fair-dice.md is the story.
"""
