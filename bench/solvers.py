"""How long the solvers take and how much memory, and how both grow with the goal. Writes docs/benchmarks.md.

Each case runs in a process of its own, with compiled code in the cache and no solved result in it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- solvers: begin -->", "<!-- solvers: end -->"

# What is only run first, so that its kernels are compiled, and what is measured.
WARM: list[tuple[str, dict[str, Any]]] = [("dice-poker", {"goal": 50}), ("5000", {"goal": 100})]
CASES: list[tuple[str, dict[str, Any]]] = [
    ("dice-poker", {"goal": 500}),
    ("dice-poker", {"goal": 1000}),
    ("dice-poker", {"goal": 2000}),
    ("5000", {"goal": 1000}),
    ("5000", {"goal": 2500}),
    ("5000", {"goal": 5000}),
    ("5000", {"goal": 10000}),
    ("421", {}),
]
NOTE = (
    "Processor time and memory of `tavola solve`, with compiled code in the cache but no earlier result. The "
    "game for two has a state for every pair of scores, so time grows a little faster than the goal's "
    "square. Most of the memory is Python, NumPy and Numba themselves."
)
ONE = """
import json, resource, sys, time
import tavola
from tavola import odds
game, options = json.loads(sys.argv[1])
package = odds.package(game)
began = time.process_time()
package.solve(tavola.rules(game, **options), lambda *_: None)
print(json.dumps([time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def measure(game: str, options: dict[str, Any], cache: str) -> tuple[float, float]:
    """Seconds of the processor, and megabytes at the peak."""
    done = subprocess.run(
        [sys.executable, "-c", ONE, json.dumps([game, options])],
        env={**os.environ, "TAVOLA_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, peak = json.loads(done.stdout)
    return seconds, peak


def table() -> str:
    lines = ["| | goal | seconds | MB at the peak |", "| --- | ---: | ---: | ---: |"]
    with tempfile.TemporaryDirectory() as cache:
        for game, options in WARM:
            measure(game, options, cache)
        for game, options in CASES:
            seconds, peak = measure(game, options, cache)
            goal = options.get("goal", "")
            lines.append(f"| {game} | {goal} | {seconds:.1f} | {peak:.0f} |")
            print(f"  {game:11} {goal!s:>6}  {seconds:6.1f} s  {peak:5.0f} MB", flush=True)
    return "\n".join(lines)


def main() -> None:
    print("the solvers, each with compiled code at hand")
    text = f"{BEGIN}\n## The solvers\n\n{NOTE}\n\n{table()}\n{END}\n"
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Benchmarks\n"
    if BEGIN in page:
        page = re.sub(f"{BEGIN}.*?{END}\n", lambda _: text, page, flags=re.DOTALL)
    else:
        page = f"{page.rstrip()}\n\n{text}"
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
