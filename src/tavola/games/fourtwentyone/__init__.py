"""421: three dice, twenty-one tokens."""
