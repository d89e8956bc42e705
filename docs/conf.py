"""The documentation site, made by Sphinx. `make docs` builds it; building/generated.py writes the reference.

Why Sphinx and not a younger generator: many people keep it up, it reads types and docstrings from the code,
it checks every reference it makes, and its search needs no server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from building import generated  # noqa: E402
from pygments.lexers.special import TextLexer  # noqa: E402

import tavola  # noqa: E402

project = "Tavola"
author = "The Tavola authors"
version = release = tavola.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "building"]
suppress_warnings = [
    "myst.xref_missing"
]  # links to files of the repository; tests/docs/test_links.py checks them

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Tavola {release}"
html_static_path = ["building/static"]
html_css_files = ["site.css"]
html_js_files = ["versions.js"]
html_search_scorer = str(HERE / "building" / "static" / "scorer.js")
templates_path = ["building/templates"]
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None  # equal sources, equal bytes

generated.write(HERE / "reference")


def setup(app: Any) -> None:
    """What stands in the blocks called `wire`: messages, as they are sent."""
    app.add_lexer("wire", TextLexer)
