"""Build hooks of the package: the page, also for an editable install (TAVOLA_NO_WEB=1 leaves it out); for a
wheel the manual page and the completion scripts. And the project's addresses, from the environment variable
TAVOLA_HOME. Nothing here depends on the time or the place, so two builds are equal."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from email.parser import HeaderParser
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {"Homepage": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md"}
# Links of README.md within the project, which lead nowhere on a page of PyPI; a picture is wanted itself.
RELATIVE = re.compile(r"(!?\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)")
KINDS = {"!": "raw", "[": "blob"}


class Home(MetadataHookInterface):
    """The addresses of the project, also in the text about it. Nobody can know them before it has one: a
    release says where it is, and a source distribution remembers."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        kept = Path(self.root, "PKG-INFO")
        urls, text = {}, Path(self.root, "README.md").read_text(encoding="utf-8")
        if home := os.environ.get("TAVOLA_HOME", "").rstrip("/"):
            urls = {name: home + path for name, path in PAGES.items()}
            text = RELATIVE.sub(
                lambda found: f"{found[1]}({home}/{KINDS[found[1][0]]}/main/{found[2]})", text
            )
        elif kept.is_file():
            told = HeaderParser().parsestr(kept.read_text(encoding="utf-8"))
            urls = dict(each.split(", ", 1) for each in told.get_all("Project-URL", []))
            text = told.get_payload()
        metadata["urls"] = urls
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Parts(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The manual page is generated from the commands, so their packages are needed."""
        found: list[str] = self.metadata.core.dependencies
        return found

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("TAVOLA_NO_WEB") != "1":
            self.module("web/build.py").build()
        if version == "standard":
            build_data["shared_data"] |= self.manual()

    def manual(self) -> dict[str, str]:
        """Files, and their places below an installer's prefix."""
        sys.path.insert(0, str(Path(self.root, "src")))
        from tavola.terminal.commands.completion import SHELLS

        made = self.module("tools/manual.py")
        texts = {"share/man/man1/tavola.1": made.page()}
        texts |= {place: SHELLS[shell] for shell, place in made.COMPLETIONS.items()}
        for place, text in texts.items():
            path = Path(self.root, "build", place)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        return {str(Path("build", place)): place for place in texts}

    def module(self, path: str) -> ModuleType:
        """One of our own files that is in no package, imported."""
        where = Path(self.root, path)
        spec = importlib.util.spec_from_file_location(where.stem, where)
        if spec is None or spec.loader is None:
            raise FileNotFoundError(where)
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
        return found
