"""For all tests: what costs time on a small machine and shows nothing."""

import os

# Each worker has a processor: none takes another's for its sums.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Where Python keeps no bytecode, each of the many processes that tests start would compile all it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
