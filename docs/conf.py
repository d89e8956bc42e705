"""The documentation site, made by Sphinx. `make docs` builds it; building/generated.py writes the reference.

Why Sphinx and not a younger generator: many people keep it up, it reads types and docstrings from the code,
it checks every reference it makes, and its search needs no server.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from building import generated  # noqa: E402
from pygments.lexers.special import TextLexer  # noqa: E402

import tavola  # noqa: E402

project = "Tavola"
author = project_copyright = "The Tavola authors"
version = release = tavola.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "building"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
default_role = "code"  # what stands in backticks in a docstring
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Tavola {release}"
html_favicon = "../web/public/favicon.ico"
html_static_path = ["building/static"]
html_css_files = ["site.css"]
html_js_files = ["versions.js"]
templates_path = ["building/templates"]
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None  # equal sources, equal bytes

generated.write(HERE / "reference")
html_search_scorer = str(generated.search(HERE / "reference"))


def grouped(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """The pages of a part stand in the navigation under the headings of its own page."""
    del page, template, tree
    before, *parts = re.split(r'(?=<li class="toctree-l1)', context["furo_navigation_tree"])
    names = app.env.toctree_includes["index"]
    context["furo_navigation_tree"] = before + "".join(map(generated.under_headings, names, parts))


def readable(*told: Any) -> tuple[str, str] | None:
    """A signature whose defaults are written as one may write them."""
    signature, returned = told[-2:]
    if not signature:
        return None
    return re.sub(r"= ?<(?:function |class ')?([\w.]+)[^>]*>", r"= \1", signature).replace(
        "factory", "..."
    ), returned


def setup(app: Any) -> None:
    app.add_lexer("wire", TextLexer)  # messages, as they are sent
    app.connect("html-page-context", grouped, priority=900)  # after the theme
    app.connect("autodoc-process-signature", readable)
