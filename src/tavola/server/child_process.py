"""Child processes of the server: the log writer and the connection process. They end with it."""

from __future__ import annotations

import asyncio
import subprocess


async def ended(process: subprocess.Popen[bytes], patience: float) -> None:
    """Until it has ended by itself; after so many seconds it is made to."""
    try:
        await asyncio.to_thread(process.wait, patience)
    except subprocess.TimeoutExpired:
        process.kill()
        await asyncio.to_thread(process.wait)
