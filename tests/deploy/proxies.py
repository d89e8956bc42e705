"""The programs of others that stand in front of a server, run with the files of deploy/ as they are.

Only what belongs to a machine is put in place of what the files say: ports, addresses, certificates, paths.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PATIENCE = 30.0
NGINX = """
daemon off;
error_log stderr notice;
pid {folder}/nginx.pid;
{modules}
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {http}
}}
{beside}
"""


def program(name: str, package: str = "") -> str:
    """Where a program is; the test is skipped where it is not."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"no {name}: as root, apt-get install {package or name}")
    return found


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def put_in(text: str, places: Mapping[str, str]) -> str:
    """The text with what belongs to this machine; a place that is not in it is an error."""
    for here, there in places.items():
        assert here in text, f"{here!r} is not in the file any more"
        text = text.replace(here, there)
    return text


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and its key."""
    openssl, names = program("openssl"), (folder / "cert.pem", folder / "key.pem")
    asked = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    asked += [
        "-subj",
        "/CN=games.example.org",
        "-addext",
        "subjectAltName=IP:127.0.0.1,DNS:games.example.org",
    ]
    out = ["-out", str(names[0]), "-keyout", str(names[1])]
    subprocess.run([openssl, *asked, *out], check=True, capture_output=True)
    return names


@contextmanager
def started(command: list[str], ports: list[int], env: Mapping[str, str] | None = None) -> Iterator[None]:
    """A program until the block ends; it begins when all its ports can be reached."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=None if env is None else dict(env),
    )
    try:
        deadline = time.monotonic() + PATIENCE
        for port in ports:
            while not _listens(port):
                if process.poll() is not None or time.monotonic() > deadline:
                    process.kill()
                    raise AssertionError(f"{command[0]}: {process.communicate()[0]}")
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def nginx(folder: Path, http: str, ports: list[int], *, beside: str = "") -> Iterator[None]:
    """nginx with that much inside `http`, and perhaps something beside it."""
    modules = ""
    if "stream" in beside:
        module = Path("/usr/lib/nginx/modules/ngx_stream_module.so")
        if not module.is_file():
            pytest.skip("nginx has no stream module: as root, apt-get install libnginx-mod-stream")
        modules = f"load_module {module};"
    config = folder / "nginx.conf"
    config.write_text(
        NGINX.format(folder=folder, http=http, modules=modules, beside=beside), encoding="utf-8"
    )
    with started([program("nginx"), "-p", str(folder), "-c", str(config)], ports):
        yield
