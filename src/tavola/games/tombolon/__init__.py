"""Tombolon: from Rovigo for two or for four in pairs, and from Padova with 52 cards."""
