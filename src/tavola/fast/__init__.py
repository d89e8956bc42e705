"""Speed: the rules compiled as they stand, luck that splits, and batches of games on any number of cores.

Needs the extra `fast` (Numba and NumPy); nothing below this layer does.
"""
