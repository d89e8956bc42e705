"""`tavola site`: the page and its engine as a folder of files, for any host that hands out files."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.games import game_class, game_names
from tavola.server.http import words
from tavola.server.http.headers import POLICY
from tavola.server.http.site import SIGNS, SITE

NOT_BUILT = Phrase(
    "the page or its engine is not built here; in Tavola's folder, `make site` builds both",
    "la page ou son moteur n’est pas construit ici ; dans le dossier de Tavola : `make site`",
    "la pagina o il suo motore qui non è costruito; nella cartella di Tavola, `make site` li costruisce",
)
NOT_OURS = Phrase(
    "{folder} is not empty, and not a page of Tavola: give a new folder",
    "{folder} n’est pas vide, et n’est pas une page de Tavola : donnez un nouveau dossier",
    "{folder} non è vuota, e non è una pagina di Tavola: indica una cartella nuova",
)
ENGINE = SITE.parent / "engine"  # web/engine.py writes it
APP = "app.webmanifest"
OURS = "sw.js"  # by this one a folder of ours is known


class Written(NamedTuple):
    """What there is: all of it, what the first page needs, and what playing needs besides."""

    folder: Path
    files: int
    bytes: int
    first: int
    engine: int

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "folder": str(self.folder)}


def write_site(folder: Path) -> Written:
    """The folder, written anew: what was there of an older version goes."""
    if not (SITE / "index.html").is_file() or not (ENGINE / "engine.json").is_file():
        raise TavolaError(NOT_BUILT)
    if folder.exists() and any(folder.iterdir()) and not (folder / OURS).is_file():
        raise TavolaError(NOT_OURS.fill(folder=str(folder)))
    for each in ("assets", "engine", "data"):
        shutil.rmtree(folder / each, ignore_errors=True)
    shutil.copytree(SITE / "assets", folder / "assets", ignore=shutil.ignore_patterns("*.br", "*.gz"))
    shutil.copytree(ENGINE / "engine", folder / "engine")
    for name in SIGNS:
        shutil.copyfile(SITE / name, folder / name)
    shutil.copyfile(ENGINE / "engine.json", folder / "engine.json")
    command = [sys.executable, "-m", "tavola.server.offline.data", str(folder / "data")]
    subprocess.run(command, check=True)
    (folder / APP).write_text(json.dumps(_app(), ensure_ascii=False), encoding="utf-8")
    (folder / "robots.txt").write_text("User-agent: *\nAllow: /\n", encoding="utf-8")
    (folder / ".nojekyll").write_text("", encoding="utf-8")
    document = _document((SITE / "index.html").read_text(encoding="utf-8"))
    (folder / "index.html").write_text(document, encoding="utf-8")
    first, rest = _lists(folder)
    _service_worker(folder, first, rest)
    paths = [path for path in folder.rglob("*") if path.is_file()]
    sizes = {path: path.stat().st_size for path in paths}
    return Written(
        folder,
        len(paths),
        sum(sizes.values()),
        sum(sizes[folder / ("index.html" if name == "./" else name)] for name in first),
        sum(size for path, size in sizes.items() if "engine" in path.parts),
    )


def _document(page: str) -> str:
    """The page's document, knowing that there is no server."""
    about = escape(_about())
    policy = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
    policy = policy.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )  # Python in the worker
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="tavola-alone" content="">',
        f'<link rel="manifest" href="./{APP}">',
        f'<meta name="description" content="{about}">',
        '<meta property="og:type" content="website">',
        '<meta property="og:site_name" content="Tavola">',
        '<meta property="og:title" content="Tavola">',
        f'<meta property="og:description" content="{about}">',
        '<meta property="og:image" content="./preview.jpg">',
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return page.replace("</head>", "".join(f"    {line}\n" for line in head) + "  </head>", 1)


def _about() -> str:
    titles = ", ".join(game_class(name).info.title for name in game_names())
    return words.ABOUT.fill(games=titles).in_("en")


def _app() -> dict[str, Any]:
    """What makes an app of it, where one installs it."""
    files = [{"name": "record", "accept": ["text/plain", "application/json", ".txt", ".json"]}]
    return {
        "name": "Tavola",
        "short_name": "Tavola",
        "description": _about(),
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#1d3b2c",
        "theme_color": "#1d3b2c",
        "categories": ["games"],
        "icons": [
            {"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"},
            {"src": "./apple-touch-icon.png", "sizes": "180x180", "type": "image/png"},
        ],
        "share_target": {
            "action": "./?/record/file",
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "files": files},
        },
    }


def _lists(folder: Path) -> tuple[list[str], list[str]]:
    """What the first page needs, and the rest; both by their addresses."""
    manifest = json.loads((SITE / "manifest.json").read_text(encoding="utf-8"))
    needed: dict[str, None] = {}

    def follow(name: str) -> None:
        chunk = manifest[name]
        if chunk["file"] not in needed:
            needed[chunk["file"]] = None
            needed.update(dict.fromkeys(chunk.get("css", ())))
            for other in chunk.get("imports", ()):
                follow(other)

    follow("index.html")
    follow("src/pages/Home.svelte")
    first = ["./", *(f"./{name}" for name in (*needed, "icon.svg", "favicon.ico", APP))]
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    apart = {"index.html", OURS, "robots.txt", ".nojekyll", "preview.jpg"}
    return first, [f"./{name}" for name in there if name not in apart and f"./{name}" not in first]


def _service_worker(folder: Path, first: Iterable[str], rest: Iterable[str]) -> None:
    text = resources.files("tavola.server.offline").joinpath("sw.js").read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode())
    for name in sorted([*first, *rest]):
        digest.update(f"{name}\n".encode())
        digest.update((folder / ("index.html" if name == "./" else name)).read_bytes())
    text = text.replace("@VERSION@", digest.hexdigest()[:16])
    text = text.replace("@FIRST@", json.dumps(list(first))).replace("@REST@", json.dumps(list(rest)))
    (folder / OURS).write_text(text, encoding="utf-8")
