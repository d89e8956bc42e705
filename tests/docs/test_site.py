"""The documentation site builds without a warning, and every link of it leads somewhere."""

from __future__ import annotations

import doctest
import inspect
import re
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import FunctionType
from urllib.parse import unquote

import pytest
import typer.main
from docs.building import names
from tools.manual import commands

import tavola
from tavola.cli import app
from tests.docs.snippets import TOP, Block, Desk
from tests.server.schema import rest_examples


class Page(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids.add(told.get("id") or "")
        if link := told.get("href" if tag in ("a", "link") else "src"):
            self.links.append(link)


class Words(Page):
    """Also what it says, below which place."""

    def __init__(self, path: Path) -> None:
        self._said: list[tuple[str, str]] = []
        self._place = ""
        super().__init__(path)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if tag == "section":
            self._place = dict(attrs).get("id") or ""

    def handle_data(self, data: str) -> None:
        self._said.append((self._place, data))

    def text(self, place: str = "") -> str:
        """In one line; of a section only, if it is named."""
        return " ".join("".join(said for where, said in self._said if place in ("", where)).split())


def test_every_link_leads_somewhere(manual: Path) -> None:
    pages = {path.resolve(): Page(path) for path in manual.rglob("*.html")}
    assert len(pages) > 40
    astray = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            where, _, place = unquote(link).partition("#")
            target = (path.parent / where.partition("?")[0]).resolve() if where else path
            if not target.exists() or (place and target in pages and place not in pages[target].ids):
                astray.append(f"{path.relative_to(manual.resolve())}: {link}")
    assert not astray


def test_no_page_asks_anybody_else_for_anything(manual: Path) -> None:
    """Whoever reads the manual of his own server tells nobody."""
    asked = [
        (path.name, found)
        for path in manual.rglob("*.html")
        for found in re.findall(
            r'<(?:script|img|link)[^>]+(?:src|href)="(https?://[^"]+)"', path.read_text("utf-8")
        )
    ]
    assert not asked


def test_nothing_of_one_build_alone_is_told(manual: Path) -> None:
    """Where something lay in memory: two builds would differ, and nobody wants to read it."""
    assert not [
        path for path in manual.rglob("*.html") if re.search(r"\b0x[0-9a-f]{6,}", path.read_text("utf-8"))
    ]


def test_every_path_of_rest_shows_what_it_answers(manual: Path) -> None:
    page = Words(manual / "reference" / "rest.html")
    for path, example in rest_examples.kept().items():
        assert example["target"] in page.text(), path


def test_every_message_has_an_example(manual: Path) -> None:
    """Those of the pages are checked with the pages; these are of messages that no page shows."""
    lines = (TOP / "docs" / "building" / "messages.wire").read_text(encoding="utf-8")
    Desk(manual).run(Block("messages.wire", 1, "wire", lines))
    page = (manual / "reference" / "messages.html").read_text(encoding="utf-8")
    heads = re.findall(r"<h3>(\w+)<", page.partition("Their parts<a")[0])
    assert len(heads) >= 40
    assert page.count("For example") == len(heads)


def test_every_public_name_has_its_place_and_an_example(manual: Path) -> None:
    page = Page(manual / "reference" / "library.html")
    callables = [name for name in tavola.__all__ if callable(getattr(tavola, name))]
    assert not [name for name in callables if f"tavola.{name}" not in page.ids]
    assert not [name for name in callables if ">>>" not in (getattr(tavola, name).__doc__ or "")]


@pytest.mark.parametrize("package", names.PACKAGES)
def test_every_public_name_of_a_package_too(manual: Path, package: str) -> None:
    page = Words(manual / "reference" / f"package-{package}.html")
    for module in names.modules(package):
        for name in import_module(module).__all__:
            thing = getattr(import_module(module), name)
            if names.kind_of(thing) and name not in tavola.__all__:
                assert f"{module}.{name}" in page.ids
                assert names.has_example(module, name, thing) or names.use_of(name), name


PUBLIC = ["tavola", *(module for each in names.PACKAGES for module in names.modules(each))]


@pytest.mark.parametrize("module", PUBLIC)
def test_what_one_does_with_a_public_class_is_there_too(manual: Path, module: str) -> None:
    """Its methods and properties; only what others than its user call may say nothing of itself."""
    page = "library" if module == "tavola" else f"package-{module.split('.')[1]}"
    ids = Page(manual / "reference" / f"{page}.html").ids
    for name in import_module(module).__all__:
        thing = getattr(import_module(module), name)
        if inspect.isclass(thing) and thing.__name__ == name and f"{module}.{name}" in ids:
            fields = getattr(thing, "__dataclass_fields__", {})  # stand in its signature
            for member, each in vars(thing).items():
                if member.startswith("_") or member in fields:
                    continue
                if isinstance(each, property | FunctionType | classmethod):
                    place = f"{module}.{name}.{member}"
                    assert place in ids or inspect.getdoc(each) or place in HOOKS  # or its base says it


HOOKS = {
    f"tavola.{each}.{hook}"
    for each, hook in (
        ("client.Table", "tell"),
        ("client.Table", "fail"),
        ("kit.boards.CardBoard", "on_row_clicked"),
        ("kit.boards.DiceBoard", "on_row_clicked"),
    )
}


def test_every_option_of_every_command_is_there(manual: Path) -> None:
    said = Words(manual / "reference" / "commands.html").text()
    said += Words(manual / "reference" / "settings.html").text()
    top = typer.main.get_command(app)
    shown = [
        (path, each)
        for path, command, context in commands(top, top.make_context("tavola", ["games"]), "tavola")
        for parameter in command.get_params(context)
        if not getattr(parameter, "hidden", False) and parameter.param_type_name == "option"
        for each in parameter.opts
        if each not in ("--help", "-h")
    ]
    assert len(shown) > 250
    assert not [each for each in shown if not re.search(rf"{each[1]}(?![\w-])", said)]


def test_the_pages_of_a_part_stand_under_its_headings(manual: Path) -> None:
    """In the navigation of every page, in the order of the part's own page."""
    text = (manual / "reference" / "settings.html").read_text(encoding="utf-8")
    for part in ("how-to", "reference", "explanation"):
        page = (manual / f"{part}.html").read_text(encoding="utf-8")
        heads = re.findall(r"<h2>(.+?)<a class", page)
        grouped = re.findall(r'<li class="group">(.+?)</li><li class="toctree-l2.*?href="([^"#]*)', text)
        assert set(heads) <= {head for head, _ in grouped}
    assert dict(grouped)["Run a server"] == "../run-in-public.html"


@pytest.mark.parametrize("module", PUBLIC[1:])
def test_examples_of_a_package_run(module: str) -> None:
    assert not doctest.testmod(import_module(module)).failed


def test_search_finds_a_word_of_the_games(manual: Path) -> None:
    assert "rampo" in (manual / "searchindex.js").read_text(encoding="utf-8")
