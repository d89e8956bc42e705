"""Trouble with data rather than with what was asked for: the command ends with 1, not with 2."""

from __future__ import annotations

from tavola.core.errors import TavolaError


class Trouble(TavolaError):
    """A file, a record or a plug-in that is not as it should be."""
