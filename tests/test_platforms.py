"""No call that only POSIX has, without another way for Windows: found by reading the code.

A call has another way if it stands under a question (`sys.platform`, `os.name`, `hasattr`, a name such as
POSSIBLE that was made of these), or where its absence is caught. What is reached only after such a question
was asked elsewhere is listed, with the question.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
HOUSE = TOP / "src" / "tavola"
# What a package brings to whoever builds it runs everywhere too.
SOURCES = sorted(
    {*HOUSE.rglob("*.py"), *(TOP / "tools").glob("*.py"), TOP / "hatch_build.py", TOP / "web" / "build.py"}
)

MODULES = set("fcntl grp posix pty pwd resource syslog termios tty uvloop".split())
# By hand, from the documentation's "Availability: Unix".
NAMES = {
    "os": "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK PRIO_PROCESS WNOHANG chown fchmod fchown "
    "fdatasync fork forkpty getegid geteuid getgid getloadavg getpgid getpriority getuid "
    "initgroups killpg mkfifo nice openpty pipe2 posix_fadvise posix_fallocate posix_spawn "
    "pread pwrite register_at_fork sched_getaffinity sched_setaffinity sendfile set_blocking "
    "setgid setgroups setpgid setpriority setsid setuid statvfs sync sysconf uname wait4 waitid",
    "signal": "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 "
    "SIGWINCH SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm pause pthread_kill pthread_sigmask "
    "setitimer sigwait",
    "socket": "AF_UNIX CMSG_LEN MSG_DONTWAIT MSG_NOSIGNAL SCM_RIGHTS SO_PEERCRED SO_REUSEPORT TCP_CORK "
    "recv_fds send_fds",
    "select": "epoll kqueue poll POLLIN POLLOUT",
    "time": "pthread_getcpuclockid tzset clock_settime",
    "asyncio": "open_unix_connection start_unix_server",
    "multiprocessing": "get_all_start_methods",
}
ATTRIBUTES = {f"{module}.{name}" for module, names in NAMES.items() for name in names.split()}
METHODS = {"add_signal_handler", "remove_signal_handler", "create_unix_server", "create_unix_connection"}
ARGUMENTS = {"pass_fds", "preexec_fn"}  # of a Popen, which refuses them on Windows unless they are empty

QUESTION = re.compile(r"sys\.platform|os\.name|hasattr\(|getattr\(|POSSIBLE|SLICES|resource is (not )?None")
CAUGHT = re.compile(r"ImportError|AttributeError|NotImplementedError")

# Reached only where the question was asked before; tests elsewhere open these doors.
ASKED_ELSEWHERE = {
    "server/handover.py": "place() gives no path where POSSIBLE is false; nobody else offers",
    "server/admin/doors.py": "place() gives no path where POSSIBLE is false; nobody else opens one",
    "server/admin/reaching.py": "as doors.py: asked only with a path of place()",
    "server/connections/sockets.py": "UnixSocket is made by doors.py and handover.py, with a path of place()",
    "server/telemetry/metrics.py": "read after /proc, which only Linux has",
    "tournaments/lines.py": "_die_with_us is given to a Popen on Linux only",
}


def found(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(Line, name) of what only POSIX has and nobody asked for."""
    yield from _look(tree, excused=False)


def _look(node: ast.AST, excused: bool) -> Iterator[tuple[int, str]]:
    if not excused and (name := _posix_only(node)):
        yield getattr(node, "lineno", 0), name
    if isinstance(node, ast.If | ast.IfExp | ast.BoolOp) and QUESTION.search(_test_of(node)):
        excused = True
    elif isinstance(node, ast.Try) and any(CAUGHT.search(_text(each.type)) for each in node.handlers):
        for part in node.body:
            yield from _look(part, excused=True)
        for rest in (*node.handlers, *node.orelse, *node.finalbody):
            yield from _look(rest, excused)
        return
    elif isinstance(node, ast.With) and any(
        "suppress" in _text(item.context_expr) and CAUGHT.search(_text(item.context_expr))
        for item in node.items
    ):
        excused = True
    children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from _look(child, excused)
        if _ends_here(child):  # `if not hasattr(...): return`: the rest was asked for
            excused = True


def _ends_here(node: ast.AST) -> bool:
    """A question whose one answer ends the function."""
    return (
        isinstance(node, ast.If)
        and bool(QUESTION.search(_test_of(node)))
        and isinstance(node.body[-1], ast.Return | ast.Raise)
    ) or (
        isinstance(node, ast.Try)
        and any(
            CAUGHT.search(_text(each.type)) and isinstance(each.body[-1], ast.Return | ast.Raise)
            for each in node.handlers
        )
    )


def _posix_only(node: ast.AST) -> str:
    match node:
        case ast.Import(names=names):
            return next((each.name for each in names if each.name in MODULES), "")
        case ast.ImportFrom(module=str() as module, names=names):
            if module in MODULES:
                return module
            return next(
                (f"{module}.{each.name}" for each in names if f"{module}.{each.name}" in ATTRIBUTES), ""
            )
        case ast.Attribute(value=ast.Name(id=module), attr=attr) if f"{module}.{attr}" in ATTRIBUTES:
            return f"{module}.{attr}"
        case ast.Attribute(attr=attr) if attr in METHODS:
            return attr
        case ast.keyword(arg=str() as name, value=value) if name in ARGUMENTS:
            return "" if isinstance(value, ast.IfExp) and QUESTION.search(_test_of(value)) else name
    return ""


def _test_of(node: ast.If | ast.IfExp | ast.BoolOp) -> str:
    return _text(node if isinstance(node, ast.BoolOp) else node.test)


def _text(node: ast.AST | None) -> str:
    return "BaseException" if node is None else ast.unparse(node)


def where(path: Path) -> str:
    return path.relative_to(HOUSE if path.is_relative_to(HOUSE) else TOP).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=where)
def test_whatever_only_posix_has_is_asked_for_first(path: Path) -> None:
    if where(path) not in ASKED_ELSEWHERE:
        assert not list(found(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", ASKED_ELSEWHERE)
def test_nothing_is_excused_for_nothing(name: str) -> None:
    assert list(found(ast.parse((HOUSE / name).read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", ASKED_ELSEWHERE)
def test_nobody_is_excused_at_import(name: str) -> None:
    """What a module does when it is imported happens on every system."""
    tree = ast.parse((HOUSE / name).read_text(encoding="utf-8"))
    inside = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    assert not [each for node in tree.body if not isinstance(node, inside) for each in found(node)]


@pytest.mark.parametrize(
    "planted",
    [
        "import fcntl",
        "from resource import getrlimit",
        "from os import fork",
        "def f(): os.killpg(0, signal.SIGTERM)",
        "if verbose:\n    os.fork()",
        "try:\n    os.getuid()\nexcept OSError:\n    pass",
        "loop.add_signal_handler(2, stop)",
        "sock = socket.socket(socket.AF_UNIX)",
        "subprocess.Popen(command, pass_fds=(3,))",
        "try:\n    pass\nexcept ImportError:\n    import fcntl",
    ],
)
def test_a_planted_call_is_found(planted: str) -> None:
    assert list(found(ast.parse(planted)))


@pytest.mark.parametrize(
    "innocent",
    [
        "try:\n    import fcntl\nexcept ImportError:\n    fcntl = None",
        "if sys.platform == 'win32':\n    import msvcrt\nelse:\n    import fcntl",
        "def f():\n    if not hasattr(os, 'killpg'):\n        return\n    os.killpg(0, 9)",
        "with suppress(OSError, AttributeError):\n    os.nice(5)",
        "signal.signal(signal.SIGINT, stop)",
        "from importlib import resources",
        "who = os.getuid() if hasattr(os, 'getuid') else 0",
    ],
)
def test_what_was_asked_for_or_is_everywhere_passes(innocent: str) -> None:
    assert not list(found(ast.parse(innocent)))
