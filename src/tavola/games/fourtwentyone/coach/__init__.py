"""The worth of every state of 421: between two by the solution, among more by the book."""
