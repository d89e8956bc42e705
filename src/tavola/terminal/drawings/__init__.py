"""What is shown: pens, dice, cards, tables, and the screen they go to."""
