"""`python -m tavola` is `tavola`."""

from tavola.cli import main

if __name__ == "__main__":
    main()
