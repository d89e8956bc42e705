"""The page without a server as files: for any static host (`tavola site`), or below /offline of a server
(http/offline.py)."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.games import OURS as OUR_GAMES
from tavola.server.http import words
from tavola.server.http.headers import ENGINE_POLICY
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
NOT_WRITTEN = Phrase(
    "can't write {folder}: {why}",
    "impossible d’écrire {folder} : {why}",
    "non si può scrivere {folder}: {why}",
)
BAD_ADDRESS = Phrase(
    "--address is where the page will be found, such as https://host/path/, not {given}",
    "--address est l’adresse où l’on trouvera la page, par exemple https://host/path/, pas {given}",
    "--address è l’indirizzo dove si troverà la pagina, per esempio https://host/path/, non {given}",
)
ADDRESS = re.compile(r"https?://[^\s\"'<>?#]{1,300}")
ENGINE = SITE.parent / "engine"  # web/engine.py writes it
PARTS = "engine.json"  # what it is made of
DATA = "data"
NO_SCRIPT = re.compile(r"(<noscript>\s*<p>[^.<]*\.).*?(?=</p>)", re.S)
APP = "app.webmanifest"
MORE = "more"  # the folder of solutions that few ask for, fetched when they do
OURS = "sw.js"  # marks a folder written by us; other sites have one too, so by a line of it
LINE_OF_OURS = b"`tavola ${self.registration.scope}"


class Written(NamedTuple):
    """Sizes in bytes: of all files, of what the first page needs, of what playing needs besides, and of the
    solutions, which are fetched when they are first asked for."""

    folder: Path
    files: int
    bytes: int
    first: int
    engine: int
    solved: int

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "folder": str(self.folder)}


class Files(NamedTuple):
    """All files by name, as a path or as bytes made here; `first` is what the first page needs."""

    all: Mapping[str, Path | bytes]
    first: Sequence[str]

    def bytes(self, name: str) -> bytes:
        found = self.all[name]
        return found if isinstance(found, bytes) else found.read_bytes()

    @property
    def engine(self) -> int:
        """Bytes that playing needs, besides the page."""
        return self._size("engine/") - self.solved

    @property
    def solved(self) -> int:
        """Bytes of the solutions made beforehand."""
        return self._size("engine/", "/solved/")

    def _size(self, begins: str, has: str = "") -> int:
        return sum(len(self.bytes(name)) for name in self.all if name.startswith(begins) and has in name)


def is_built() -> bool:
    return (SITE / "index.html").is_file() and (ENGINE / PARTS).is_file()


def files(at_server: bool = False, address: str = "") -> Files:
    """The page without a server; `at_server`: handed out by a server, to whose pages it links back.

    `address`: where it will be found, if that is known.
    """
    if not is_built():
        raise TavolaError(NOT_BUILT)
    found: dict[str, Path | bytes] = {}
    for top, folder in ((SITE, "assets"), (ENGINE, "engine"), (ENGINE, DATA)):
        for path in sorted((top / folder).rglob("*")):
            if path.is_file() and path.suffix not in (".br", ".gz"):
                found[path.relative_to(top).as_posix()] = path
    found |= {name: SITE / name for name in SIGNS if (SITE / name).is_file()}
    made_of = (ENGINE / PARTS).read_bytes()
    parts = f"engine/{hashlib.sha256(made_of).hexdigest()[:16]}/{PARTS}"
    found[parts] = made_of
    found[APP] = app()
    page = (SITE / "index.html").read_text(encoding="utf-8")
    found["index.html"] = _document(page, (_told(found), parts), at_server, address).encode()
    first, rest = _lists(found)
    found[OURS] = _service_worker(Files(found, first), rest)
    return Files(found, first)


def write_site(folder: Path, address: str = "") -> Written:
    """Write the folder anew: files of an older version are deleted."""
    if address and not ADDRESS.fullmatch(address):
        raise TavolaError(BAD_ADDRESS.fill(given=repr(address[:80])))
    made = files(address=address.rstrip("/"))
    try:
        return _write(made, folder)
    except OSError as error:
        why = str(error.strerror or error)
        raise TavolaError(NOT_WRITTEN.fill(folder=str(error.filename or folder), why=why)) from None


def _is_ours(folder: Path) -> bool:
    return (folder / OURS).is_file() and LINE_OF_OURS in (folder / OURS).read_bytes()


def _write(made: Files, folder: Path) -> Written:
    if folder.exists() and any(folder.iterdir()) and not _is_ours(folder):
        raise TavolaError(NOT_OURS.fill(folder=str(folder)))
    for each in ("assets", "engine", DATA):
        shutil.rmtree(folder / each, ignore_errors=True)
    beside = {"robots.txt": b"User-agent: *\nAllow: /\n", ".nojekyll": b""}
    whole = Files({**made.all, **beside}, made.first)
    for name in whole.all:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(whole.bytes(name))
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return Written(
        folder,
        len(paths),
        sum(path.stat().st_size for path in paths),
        sum(len(whole.bytes(name)) for name in (*whole.first, OURS)),
        made.engine,
        made.solved,
    )


def _told(found: Iterable[str]) -> str:
    """The folder of what the page needs before its engine runs, named after its content."""
    return next(name.rpartition("/")[0] for name in found if name.startswith(f"{DATA}/"))


def _document(page: str, of_this_version: tuple[str, str], at_server: bool, address: str) -> str:
    """The page's document, with a head that says whether a server hands it out.

    `of_this_version`: the folder of its data, and what the engine is made of.
    """
    data, engine = of_this_version
    here = escape(address) or "."
    about = escape(_about())
    policy = "; ".join(part for part in ENGINE_POLICY.split("; ") if not part.startswith("frame-ancestors"))
    head = [
        f'<link rel="manifest" href="./{APP}">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="tavola-alone" content="">',
        f'<meta name="description" content="{about}">',
        '<meta property="og:type" content="website">',
        '<meta property="og:site_name" content="Tavola">',
        '<meta property="og:title" content="Tavola">',
        f'<meta property="og:description" content="{about}">',
        f'<meta property="og:image" content="{here}/preview.jpg">',
        f'<meta property="og:image:alt" content="{escape(words.PREVIEW.in_("en"))}">',
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    if address:
        head.append(f'<meta property="og:url" content="{here}/">')
    if at_server:  # the server's own pages are to be found and installed, not these
        head = [
            *head[1:3],
            '<meta name="tavola-server" content="">',
            '<meta name="robots" content="noindex">',
        ]
    head += [
        f'<meta name="tavola-data" content="{data}">',
        f'<meta name="tavola-engine" content="{engine}">',
    ]
    page = NO_SCRIPT.sub(r"\1", page)  # the scoreboards are the server's
    return page.replace("</head>", "".join(f"    {line}\n" for line in head) + "  </head>", 1)


def _about() -> str:
    titles = ", ".join(game.rules_class.info.title for game in OUR_GAMES.values())
    return words.ABOUT.fill(games=titles).in_("en")


def app(share: str = "./?/record/file") -> bytes:
    """The web app manifest. `share`: the address that takes records shared by other apps."""
    taken = ["text/plain", "application/json", ".txt", ".json"]
    told = {
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
            {"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": f"./icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
                for size in (192, 512)
            ),
            {"src": "./icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "share_target": {
            "action": share,
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "files": [{"name": "record", "accept": taken}]},
        },
    }
    return json.dumps(told, ensure_ascii=False).encode()


def _lists(found: Mapping[str, Path | bytes]) -> tuple[list[str], list[str]]:
    """What the first page needs, and the rest."""
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
    games = [name for name in found if "/games." in name]
    first = ["index.html", *needed, *games, "icon.svg", APP]
    return first, [name for name in found if name not in (*first, "preview.jpg")]


def _service_worker(found: Files, rest: Iterable[str]) -> bytes:
    text = resources.files("tavola.server.offline").joinpath("sw.js").read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode())
    for name in sorted([*found.first, *rest]):
        digest.update(f"{name}\n".encode())
        digest.update(found.bytes(name))
    text = text.replace("@VERSION@", digest.hexdigest()[:16])
    asked = [name for name in rest if f"/solved/{MORE}/" in name]
    rest = [name for name in rest if name not in asked]
    for mark, names in (("@FIRST@", found.first), ("@REST@", rest), ("@ASKED@", asked)):
        addresses = ["./" if name == "index.html" else f"./{name}" for name in names]
        text = text.replace(mark, json.dumps(addresses))
    return text.encode()
