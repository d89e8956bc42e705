"""Games at home that are kept, and found again."""
