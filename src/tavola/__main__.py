"""Where `tavola` and `python -m tavola` begin."""

import os
import signal
from types import FrameType
from typing import NoReturn


def main() -> None:
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:  # else it is ignored, as behind nohup
        signal.signal(signal.SIGINT, _leave)
    # Only now: Ctrl-C in the middle of an import would be a traceback.
    from tavola.cli import main as command

    command()


def _leave(signum: int, frame: FrameType | None) -> NoReturn:
    """Nothing has begun yet that would have to be ended well."""
    del frame
    os._exit(128 + signum)


if __name__ == "__main__":
    main()
