"""Talking to a Tavola server from Python: for bots, for programs, for a page of a notebook.

`Client` is the asynchronous client; `tavola.client.simple` is the same without `await`. docs/bots.md begins
at the beginning.

>>> import asyncio
>>> async def games_there(url):
...     try:
...         async with Client.connect(url, name="ada") as client:
...             return [table.game for table in await client.list_tables()]
...     except BadAddress as error:
...         print(error)
...     except NoConnection:
...         print("nobody is there")
...     except Refused as no:
...         print(no.code, no.why)
>>> asyncio.run(games_there("ws://127.0.0.1:9/ws"))
nobody is there

A bot that breaks down, or can't be loaded, is a `BotTrouble`:

>>> from tavola.client.loading import load
>>> from tavola.core.errors import TavolaError
>>> try:
...     load("nobody.py:Bot", "5000", None)
... except (BotTrouble, TavolaError) as error:
...     print(error)
there is no file nobody.py
"""

from __future__ import annotations

from tavola.client.client import Client
from tavola.client.errors import BadAddress, BotTrouble, ClientError, NoConnection, Refused
from tavola.client.table import Table

__all__ = ["BadAddress", "BotTrouble", "Client", "ClientError", "NoConnection", "Refused", "Table"]
