"""Dice Poker: five dice, one re-roll, a thousand points."""
