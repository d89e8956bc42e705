"""Talking to a Tavola server from Python: for bots, for programs, for a page of a notebook.

`Client` is the asynchronous client; `tavola.client.simple` is the same without `await`. docs/bots.md begins
at the beginning.
"""

from __future__ import annotations

from tavola.client.client import Client
from tavola.client.errors import BadAddress, BotTrouble, ClientError, NoConnection, Refused
from tavola.client.table import Table

__all__ = ["BadAddress", "BotTrouble", "Client", "ClientError", "NoConnection", "Refused", "Table"]
