"""Drawing: pens, dice, cards, tables, and the screen that prints them."""
