"""Speed: the rules compiled as they stand, random streams that split, and batches of games on any number of
cores. Needs the extra `fast` (Numba and NumPy); nothing below this layer does."""
