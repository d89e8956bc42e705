"""The server's metrics, shown at `/metrics`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import tavola
from tavola.server.telemetry.prometheus import Counter, Followed, Gauge, Histogram, Metric, exposition

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Metrics:
    """One object for the whole server. Increment what is yours: `metrics.commands.add("play")`."""

    def __init__(self) -> None:
        self.connections = Gauge("tavola_connections", "Open connections.", ["door"])
        self.accepted = Counter("tavola_connections_total", "Connections ever accepted.", ["door"])
        self.turned_away = Counter("tavola_connections_refused_total", "Connections not let in.", ["door"])
        self.most_connections = Gauge("tavola_connections_most", "Connections there may be at once.")
        self.made_room = Followed(
            "tavola_connections_closed_total", "Connections closed to make room for others."
        )
        self.slow_readers = Counter("tavola_slow_readers_total", "Connections dropped as too slow.", ["door"])
        self.tables = Gauge("tavola_tables", "Tables here.", ["status", "game"])
        self.commands = Counter("tavola_commands_total", "Commands received.", ["type"])
        self.refusals = Counter("tavola_refusals_total", "Commands refused.", ["code"])
        self.moves = Counter("tavola_moves_total", "Moves accepted, of people and bots.", ["game"])
        self.finished = Counter("tavola_games_finished_total", "Games that came to an end.", ["game", "how"])
        self.commit_size = Histogram("tavola_commit_changes", "Changes written by one commit.", SIZES)
        self.commit_seconds = Histogram("tavola_commit_seconds", "How long a commit took.", SECONDS)
        self.command_seconds = Histogram(
            "tavola_command_seconds", "From a command's receipt to its answer's sending.", SECONDS
        )
        self.bot_seconds = Histogram("tavola_bot_seconds", "How long a bot thought, waiting too.", SECONDS)
        self.bot_wait_seconds = Histogram(
            "tavola_bot_wait_seconds", "How long a bot waited for a thread.", SECONDS
        )
        self.bots_waiting = Gauge("tavola_bots_waiting", "Bots that wait for a thread.", ["lane"])
        self.question_wait_seconds = Histogram(
            "tavola_question_wait_seconds",
            "How long a question waited for a process or for its slice.",
            SECONDS,
        )
        self.questions_refused = Counter(
            "tavola_questions_refused_total",
            "Questions refused: too many wait of one address (own), or in all.",
            ["limit"],
        )
        self.requests = Counter("tavola_http_requests_total", "HTTP requests.", ["method", "status"])
        self.request_seconds = Histogram("tavola_http_request_seconds", "How long a request took.", SECONDS)
        self.faults = Counter("tavola_faults_total", "Errors of our own, each one in the log.", ["where"])
        self.healthy = Gauge("tavola_healthy", "1: nothing is known to be wrong. 0: /healthz says what is.")
        self.restarts = Counter(
            "tavola_process_restarts_total", "Child processes that were replaced.", ["process"]
        )
        self.pruned = Counter("tavola_pruned_total", "What retention deleted.", ["what"])
        self.storage_bytes = Gauge("tavola_storage_bytes", "Size of the database when it was last pruned.")
        self.loop_lag = Histogram("tavola_loop_lag_seconds", "How late the event loop comes.", SECONDS)
        self._process()

    def _process(self) -> None:
        self.memory = Gauge("process_resident_memory_bytes", "Memory in use.")
        self.memory.follow(resident_bytes)
        self.cpu = Followed("process_cpu_seconds_total", "Processor time used.")
        self.cpu.follow(time.process_time)
        self.started = Gauge("process_start_time_seconds", "When the server was started.")
        self.started.set(round(time.time(), 3))
        self.files = Gauge("process_open_fds", "Open files and sockets.")
        self.files.follow(open_files)
        self.build = Gauge("tavola_build_info", "Always 1.", ["version", "python"])
        self.build.set(1, tavola.__version__, ".".join(map(str, sys.version_info[:3])))

    def add(self, metric: Metric) -> None:
        """Add a metric of a part that not every server has."""
        setattr(self, f"more_{metric.name}", metric)

    def text(self) -> str:
        return exposition(each for each in vars(self).values() if isinstance(each, Metric))


def resident_bytes() -> float:
    """The memory of this process, as exactly as the system tells."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return _largest_bytes()
    import resource

    return float(int(pages) * resource.getpagesize())


def _largest_bytes() -> float:
    """Without /proc: the most memory it ever had."""
    try:
        import resource
    except ImportError:
        return 0.0
    largest: Any = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(largest if sys.platform == "darwin" else largest * 1024)


def open_files() -> float:
    try:
        return float(sum(1 for _ in Path("/proc/self/fd").iterdir()))
    except OSError:
        return 0.0
