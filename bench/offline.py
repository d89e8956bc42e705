"""How soon the page without a server can be played, on a second visit: no network, a browser just opened.

    python -m bench.offline [--site FOLDER] [--rounds 5] [--slow 1,4] [--game scopetta] [--json]

Each round opens a browser on what the first visit left behind, goes to the page, and presses "Play now" as
soon as that can be pressed. Times are the page's own, from the navigation on; processor time is that of the
page's process, by its threads. A slow processor is one that is stopped most of the time. Other work on the
machine makes the times longer and leaves the processor time nearly as it is, so both are told.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from tavola.server.offline.site import write_site
from tests.browser.browsers import ARGUMENTS, PHONE, chromium

BELOW = "below/a-path"
TICK = os.sysconf("SC_CLK_TCK")
TURN = 0.02  # seconds, in which a slow processor runs once and stands once
# Watches the page from within, so that nobody's asking slows it down.
WATCH = """(game) => {
  const seen = (window.seen = {});
  const now = () => Math.round(performance.now());
  const once = (name, there) => !(name in seen) && there && (seen[name] = now());
  const look = () => {
    const cards = [...document.querySelectorAll('.games li')];
    const play = cards.find((li) => li.innerHTML.includes(`/rules/${game}`))?.querySelector('button');
    once('page', play);
    if (play && !play.disabled && !('pressed' in seen)) {
      once('pressed', true);
      play.click();
    }
    once('engine', document.querySelector('header .name'));
    once('table', location.search.includes('/table/') && document.querySelector('[aria-current="true"]'));
    if (!('table' in seen)) setTimeout(look, 8);
  };
  look();
}"""
MARKS = "() => performance.getEntriesByType('mark').map((one) => [one.name, Math.round(one.startTime)])"
WHOLE = "async () => !!(await caches.match('whole'))"


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, format: str, *args: Any) -> None:
        del format, args


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        server.shutdown()


def opened(playwright: Playwright, home: str) -> BrowserContext:
    return playwright.chromium.launch_persistent_context(
        home,
        executable_path=chromium(),
        args=list(ARGUMENTS),
        viewport={"width": PHONE[0], "height": PHONE[1]},
        reduced_motion="reduce",
        locale="en-GB",
    )


def renderers(home: str) -> list[int]:
    """The pages' processes of the browser that keeps its things there."""
    mine = set[int]()
    found = []
    for path in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        with suppress(OSError):
            line = path.joinpath("cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
            parent = int(path.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            if home in line or parent in mine:
                mine.add(int(path.name))
                if "--type=renderer" in line and "webui" not in line:
                    found.append(int(path.name))
    return found


def processor(pids: list[int]) -> dict[str, int]:
    """Milliseconds by thread name."""
    spent: dict[str, float] = {}
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").glob("*"):
            with suppress(OSError):
                head, _, tail = task.joinpath("stat").read_text().rpartition(")")
                name, fields = head.partition("(")[2], tail.split()
                spent[name] = spent.get(name, 0.0) + 1000 * (int(fields[11]) + int(fields[12])) / TICK
    return {name: round(ms) for name, ms in spent.items()}


@contextmanager
def slowed(home: str, rate: float) -> Iterator[None]:
    """The pages of that browser run one part of `rate` of the time."""
    over = threading.Event()

    def hold() -> None:
        while not over.is_set():
            pids = renderers(home)
            for _ in range(10):  # then look for new processes
                for what, share in ((signal.SIGSTOP, 1 - 1 / rate), (signal.SIGCONT, 1 / rate)):
                    for pid in pids:
                        with suppress(ProcessLookupError):
                            os.kill(pid, what)
                    time.sleep(TURN * share)

    thread = threading.Thread(target=hold)
    if rate > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if rate > 1:
            thread.join()


def until(page: Page, true: str, seconds: float = 180) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := page.evaluate(true):
            return found
        page.wait_for_timeout(50)
    raise TimeoutError(true)


def first_visit(playwright: Playwright, home: str, url: str, game: str) -> dict[str, Any]:
    """With a network and nothing kept; it leaves all of it behind, also what is written when all is quiet."""
    context = opened(playwright, home)
    found = visit(context, home, url, game)
    page = context.pages[0]
    until(page, WHOLE)
    page.wait_for_timeout(4000)
    context.close()
    return found


def visit(context: BrowserContext, home: str, url: str, game: str) -> dict[str, Any]:
    page = context.pages[0]
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => ({WATCH})({json.dumps(game)}))")
    before = processor(renderers(home))
    page.goto(url, wait_until="commit")
    found: dict[str, Any] = until(page, "() => window.seen?.table && window.seen")
    spent = processor(renderers(home))
    cost = {name: ms - before.get(name, 0) for name, ms in spent.items() if ms - before.get(name, 0) > 20}
    marks = page.workers[0].evaluate(MARKS) if page.workers else []
    return {**found, "processor": sum(cost.values()), "threads": cost, "marks": dict(marks)}


def measured(playwright: Playwright, home: str, url: str, game: str, rate: float) -> dict[str, Any]:
    context = opened(playwright, home)
    context.set_offline(True)
    context.pages[0].goto("about:blank")
    with slowed(home, rate):
        found = visit(context, home, url, game)
    context.close()
    return found


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--site", type=Path, help="a folder that `tavola site` wrote; else one is written")
    asks.add_argument("--rounds", type=int, default=5)
    asks.add_argument("--slow", default="1,4", help="how many times slower, with commas")
    asks.add_argument("--game", default="scopetta")
    asks.add_argument("--json", action="store_true")
    asked = asks.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home, place = f"{folder}/home", Path(folder, "www", BELOW)
        if asked.site:
            place.parent.mkdir(parents=True)
            place.symlink_to(asked.site.resolve())
        else:
            write_site(place)
        with hosted(Path(folder, "www")) as url:
            rows = [("first visit", first_visit(playwright, home, url, asked.game))]
            for rate in map(float, asked.slow.split(",")):
                for _ in range(asked.rounds):
                    rows.append(
                        (f"second, {rate:g} times slower", measured(playwright, home, url, asked.game, rate))
                    )
    if asked.json:
        print(json.dumps(rows))
        return
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; milliseconds")
    for kind in dict.fromkeys(kind for kind, _ in rows):
        those = [row for each, row in rows if each == kind]
        told = ("page", "pressed", "engine", "table", "processor")
        print(
            kind.ljust(26),
            *(
                f"{name} {statistics.median(row[name] for row in those):.0f}"
                for name in told
                if all(name in row for row in those)
            ),
        )
        for name in ("threads", "marks"):
            keys = dict.fromkeys(key for row in those for key in row[name])
            print(
                f"  {name}:",
                *(f"{key} {statistics.median(row[name].get(key, 0) for row in those):.0f};" for key in keys),
            )


if __name__ == "__main__":
    main()
