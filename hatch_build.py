"""Builds the page before the wheel, also for an editable install. TAVOLA_NO_WEB=1 leaves it out."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        if os.environ.get("TAVOLA_NO_WEB") == "1":
            return
        path = Path(self.root, "web", "build.py")
        spec = importlib.util.spec_from_file_location("tavola_web_build", path)
        if spec is None or spec.loader is None:
            raise FileNotFoundError(path)
        builder = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(builder)
        builder.build()
