"""Dice and what sits round a table: plain values and plain functions, compiled as they stand."""
