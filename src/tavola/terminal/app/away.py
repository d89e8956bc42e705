"""`tavola join` in the app: a server's tables, and a seat at one of them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tavola.client.client import Client
from tavola.client.errors import Refused
from tavola.client.table import Table
from tavola.core.folders import data_folder
from tavola.core.options import changed
from tavola.table import messages as m
from tavola.terminal.app import words as w
from tavola.terminal.app.app import TavolaApp, run
from tavola.terminal.app.dialogs import AnswerKey, AskDialog
from tavola.terminal.app.lobby import NEW, Lobby, LobbyChoice
from tavola.terminal.app.place import ServerPlace
from tavola.terminal.app.remote import Remote
from tavola.terminal.app.start import GameListScreen, SetupScreen
from tavola.terminal.app.table import Preferences
from tavola.terminal.app.terms import all_terms, seats
from tavola.terminal.drawings.catalogue import info_of

# ---- a token for each name at each server, kept for the next visit: it owns the seats ----


FILE = "seats.json"
MOST = 200  # names kept; beyond that the oldest are forgotten


def kept_token(url: str, name: str) -> str | None:
    """The token of this name at that server, if there is one."""
    found = _read().get(_key(url, name))
    return found if isinstance(found, str) and 8 <= len(found) <= 128 else None


def keep_token(url: str, name: str, token: str) -> None:
    """Keeps it for the next visit; if it can't be written, the next visit is as a new guest."""
    kept = _read()
    kept.pop(_key(url, name), None)
    kept[_key(url, name)] = token
    kept = dict(list(kept.items())[-MOST:])
    try:
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:  # noqa: PTH123
            json.dump(kept, file, indent=1)
        beside.replace(path)
    except (OSError, RuntimeError):
        return


def _key(url: str, name: str) -> str:
    return f"{name} at {url}"


def _path() -> Path:
    return data_folder() / FILE


def _read() -> dict[str, object]:
    try:
        found = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return found if isinstance(found, dict) else {}


SIT, LOOK_ON, LEAVE = "enter", "w", "q"  # the keys
PATIENCE = 600.0  # seconds a server may be away before the seat is given up


@dataclass(frozen=True, slots=True)
class Journey:
    """The options of the command line."""

    place: ServerPlace
    name: str | None
    token: str | None
    watch: bool
    claim: bool = False


def play_away(journey: Journey, settings: Preferences) -> int:
    """Runs the app; returns the exit code."""
    away = Away(journey)
    code = run(TavolaApp(away.story, settings))
    if away.unfinished:
        url = journey.place.link(away.unfinished)
        print(w.COME_BACK.fill(url=url, name=away.name).in_(settings.lang))
    return code


class Away:
    """One visit to a server."""

    def __init__(self, journey: Journey) -> None:
        self.journey = journey
        self.name = journey.name or ""
        self.unfinished = ""  # a table where a game continues without us

    async def story(self, app: TavolaApp) -> None:
        ask = self.journey
        token = ask.token or (kept_token(ask.place.url, ask.name) if ask.name else None)
        client = Client.connect(
            ask.place.url, name=ask.name, token=token, lang=app.settings.lang, patience=PATIENCE
        )
        async with client:
            self.name = client.name
            if ask.token is None:
                keep_token(ask.place.url, client.name, client.token)
            if ask.claim:
                await client.claim(client.name)
            if ask.place.table is not None:
                table = await self._asked(app, client, ask.place.table)
                if table is not None:
                    await self._sit(app, client, table)
            else:
                await self._visit(app, client)

    async def _visit(self, app: TavolaApp, client: Client) -> None:
        """The lobby, and back to it after each table."""
        note = ""
        while (choice := await app.push_screen_wait(Lobby(client, app.settings, note))) and choice.table:
            note = ""
            try:
                table = await self._chosen(app, client, choice)
                if table is not None:
                    await self._sit(app, client, table)
            except Refused as refused:  # another player was quicker
                note = refused.why

    async def _chosen(self, app: TavolaApp, client: Client, choice: LobbyChoice) -> Table | None:
        if choice.table != NEW:
            return await self._open(client, choice.table, choice.watch)
        name = await app.push_screen_wait(GameListScreen(app.settings))
        if not name:
            return None
        wanted = await app.push_screen_wait(SetupScreen(info_of(name), app.settings, remote=True))
        if wanted is None:
            return None
        options = changed(wanted.rules.options)
        clock = m.Clock(decision=wanted.seconds)
        table = await client.create(
            name, options=options, seats=wanted.seats, public=wanted.public, clock=clock
        )
        await self._join(table)
        return table

    async def _asked(self, app: TavolaApp, client: Client, name: str) -> Table | None:
        """After following a link: shows the terms of the table, and asks whether to sit down."""
        table = await client.open(name)
        if self.journey.watch or not _may_sit(table):
            return table
        lang, state = app.settings.lang, table.state
        said = [", ".join(all_terms(state, lang)), " · ".join(seats(state.seats, lang)), ""]
        answer = await self._ask(app, table, [*said, w.ASK_SIT.in_(lang)], sits=True)
        if answer == SIT:
            try:
                await self._join(table)
            except Refused as refused:
                if refused.code == "claim_first":
                    raise
                answer = await self._ask(app, table, [refused.why], sits=False)  # another player was quicker
        return None if answer == LEAVE else table

    async def _ask(self, app: TavolaApp, table: Table, lines: list[str], *, sits: bool) -> str:
        lang = app.settings.lang
        answers = [AnswerKey(SIT, w.KEY_ENTER.in_(lang), w.LOBBY_SIT.in_(lang))] if sits else []
        answers.append(AnswerKey(LOOK_ON, LOOK_ON, w.LOBBY_WATCH.in_(lang)))
        answers.append(AnswerKey(LEAVE, LEAVE, w.LEAVE.in_(lang)))
        return await app.push_screen_wait(AskDialog(info_of(table.state.game).title, lines, answers))

    async def _open(self, client: Client, name: str, watch: bool) -> Table:
        """From the lobby, which shows the terms: on a seat if one is free, else as a spectator."""
        table = await client.open(name)
        if not watch and _may_sit(table):
            await self._join(table)
        return table

    async def _join(self, table: Table) -> None:
        """Sit down; a player who needs a claimed name for it is told how to claim one from here."""
        try:
            await table.join()
        except Refused as refused:
            if refused.code != "claim_first":
                raise
            lang = table.client.conversation.lang or "en"
            url = self.journey.place.link(table.id)
            why = w.CLAIM_FIRST.fill(url=url, name=self.name).in_(lang)
            raise Refused(m.Refused(code="claim_first", why=why)) from None

    async def _sit(self, app: TavolaApp, client: Client, table: Table) -> None:
        source = Remote(client, table, self.journey.place)
        await app.sit_at(source)
        last = app.current
        if isinstance(last, Remote) and last.stays:
            self.unfinished = last.table.id


def _may_sit(table: Table) -> bool:
    state = table.state
    return state.you is None and state.status == "waiting" and any(not chair.name for chair in state.seats)
