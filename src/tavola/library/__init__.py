"""What the commands do, as verbs for Python: `tavola.play`, `tavola.simulate`, `tavola.review` and the rest.

Each verb checks what it is asked for and gives a value back; the command of the same name prints it. Nothing
here prints, and `import tavola` loads none of it before it is used.
"""
