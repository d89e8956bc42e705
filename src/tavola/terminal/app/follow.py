"""Taking the news of a game as they come: shown, told in the log, given time, and asked for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.widgets import Static

from tavola.client.thinking import Thinker
from tavola.core.contract import CHANCE, Seat
from tavola.core.errors import TavolaError
from tavola.core.plugins import reason
from tavola.core.words import Phrase
from tavola.games.capture import events as cards
from tavola.terminal import words
from tavola.terminal.app import chronicle as log
from tavola.terminal.app import source as told
from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import Answer, Ask, Curtain
from tavola.terminal.app.local import Local
from tavola.terminal.app.saving import save_record

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen

UNREACHED = 2  # seconds without an answer before anybody is alarmed


class Follower:
    """Follows a source on behalf of a screen."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.source = screen.source
        self.over = False
        self.before_screen: Seat | None = None  # who may see the screen now, where it is shared
        self.summary: list[Text] = []  # of the last hand
        self._clocks: told.Clocks | None = None
        self._silent = 0
        self._asking: asyncio.Task[bool] | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._thinker: Thinker | None = None  # a thread that never keeps anybody from leaving

    @property
    def _shares_secrets(self) -> bool:
        return self.source.rules.info.hidden and len(self.source.humans) > 1

    @property
    def record_path(self) -> str:
        """Where the record is kept, if it is."""
        keeper = self.source.keeper if isinstance(self.source, Local) else None
        return "" if keeper is None else str(keeper.path)

    async def follow(self) -> None:
        try:
            async for news in self.source.news():
                await self._take(news)
        except TavolaError as error:
            await self._broke(str(error))
        finally:
            self.over = True
            await self.source.leave()

    async def _take(self, news: told.News) -> None:
        board = self.screen.board
        match news:
            case told.Stands(view):
                board.show(view)
            case told.Happened():
                await self._happened(news)
            case told.Asks(seat, view):
                await self._hand_over(seat)
                board.ask(seat, view)
                if self.screen.settings.always:
                    self.ask_for_hint()
            case told.Throws(seat, view):
                board.ask(seat, view, throwing=True)
            case told.Ended():
                await self._ended(news)
            case told.Broke(why):
                await self._broke(why)
            case _:
                self._heard(news)

    def _heard(self, news: told.News) -> None:
        """What is no part of the game itself."""
        lines = self.screen.log_lines
        match news:
            case told.Spoken(name, text):
                lines.add(log.spoken(name, text))
            case told.Noted(what, bad):
                lines.add(log.noted(what, bad))
            case told.Seated():
                self.screen.redraw()
            case told.Working(what, done):
                self._set_note(f"{what} {done:.0%}" if done < 1 else "")
            case told.Clocks():
                self._clocks = news
                self._show_clock()
            case told.MovedOn(source):
                self.screen.next = source
                self.screen.close("moves on")

    # ---- what happens ----

    async def _happened(self, news: told.Happened) -> None:
        board, lines = self.screen.board, self.screen.log_lines
        self.before_screen = None if self._shares_secrets else self.before_screen
        board.show(news.after, news.events)
        written = [lines.add(log.told(event)) for event in news.events]
        written += [lines.add(log.as_it_is(said)) for said in news.said]
        on_turn = None if news.before is None else board.look.on_turn(news.before)
        look = news.fresh and any(written) and on_turn not in self.source.humans
        if look and self.screen.settings.delay:
            await asyncio.sleep(self.screen.settings.delay)
        await self._hand_ended(news)

    async def _hand_ended(self, news: told.Happened) -> None:
        ended = [event for event in news.events if isinstance(event, cards.HandEnded)]
        if not ended or news.before is None:
            return
        pen, look = self.screen.pen, self.screen.board.look
        self.summary = [_trimmed(line) for line in look.told(pen, news.before, news.after, ended)]
        if self.source.humans and news.fresh and look.pauses(news.events):
            go_on = Answer("enter", pen.word(w.KEY_ENTER), pen.word(w.GOES_ON))
            await self.screen.app.push_screen_wait(Ask(self.source.rules.info.title, self.summary, [go_on]))

    async def _hand_over(self, seat: Seat) -> None:
        """Whoever sat there looks away; until then nothing of this seat's is shown."""
        if not self._shares_secrets or self.before_screen == seat:
            return
        pen = self.screen.pen
        said = pen.word(w.PASS_THE_SCREEN, who=pen.names[seat])
        enter = Answer("enter", pen.word(w.KEY_ENTER), pen.names[seat])
        await self.screen.app.push_screen_wait(Curtain(self.source.rules.info.title, [said], [enter]))
        self.before_screen = seat

    # ---- the end ----

    async def _ended(self, news: told.Ended) -> None:
        self.over = True
        screen, pen = self.screen, self.screen.pen
        screen.board.show(screen.board.view)
        lines = self._result(news)
        for line in lines:
            screen.log_lines.add(lambda pen, line=line: line)  # type: ignore[misc]  # noqa: ARG005
        body = [*lines, Text(), *self.summary]
        if not self.summary and screen.board.view is not None:
            body += screen.board.look.table(pen, screen.board.view)
        await self._what_next(body)

    def _result(self, news: told.Ended) -> list[Text]:
        pen = self.screen.pen
        who = [pen.names[seat] for seat in news.winners]
        phrase = words.WIN if len(who) > 1 else words.WINS if who else words.NOBODY_WINS
        joined = pen.word(words.AND).join([", ".join(who[:-1]), who[-1]] if len(who) > 1 else who)
        over, wins = pen.word(words.GAME_OVER, reason=news.reason), pen.word(phrase, who=joined)
        return [Text(over, "bold"), Text(wins, "bold yellow")]

    async def _what_next(self, body: Sequence[Text]) -> None:
        answer = ""
        while answer not in ("n", "r", "q", "v"):
            answer = await self.screen.app.push_screen_wait(
                Ask(self.source.rules.info.title, body, self._endings())
            )
            if answer == "s":
                await self._save()
        if answer == "n":
            self.screen.close("again")
        elif answer == "q":
            self.screen.close("leaves")
        elif answer == "r":
            self.do(self.screen.far.rematch())

    def _endings(self) -> list[Answer]:
        pen = self.screen.pen
        if self.source.remote:
            again = [Answer("r", "r", pen.word(w.REMATCH))] if self.source.humans else []
        else:
            again = [Answer("n", "n", pen.word(w.ANOTHER)), Answer("s", "s", pen.word(w.SAVE))]
        return [
            *again,
            Answer("v", "v", pen.word(w.LOOK_AT_IT)),
            Answer("q", "q", pen.word(w.LEAVE)),
        ]

    async def _save(self) -> None:
        assert isinstance(self.source, Local)
        path = await save_record(self.screen.app, self.source, self.screen.pen)
        if path:
            self._note(w.SAVED_AS.fill(path=path))

    async def _broke(self, why: str) -> None:
        """It can't go on: said, and the table stays to be looked at."""
        self.over = True
        pen = self.screen.pen
        self.screen.board.show(self.screen.board.view)
        self._note(w.STOPPED.fill(), bad=True)
        leave = Answer("q", "q", pen.word(w.LEAVE))
        look = Answer("v", "v", pen.word(w.LOOK_AT_IT))
        answer = await self.screen.app.push_screen_wait(Ask(pen.word(w.STOPPED), [why], [look, leave]))
        if answer == "q":
            self.screen.close("leaves")

    def _note(self, what: Phrase, bad: bool = False) -> None:
        self.screen.log_lines.add(log.noted(what, bad))

    # ---- what is done meanwhile ----

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Something said to the source; what it refuses stands in the log."""
        self.screen.run_worker(self._done(work))

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except TavolaError as error:
            self.screen.log_lines.add(log.as_it_is(str(error)))

    def tick(self) -> None:
        """Once a second at a server: the clocks, and whether it is still there."""
        if self._clocks is not None and not self.over:
            self._clocks = _later(self._clocks, self._on_the_clock())
            self._show_clock()
        if self._asking is None or self._asking.done():
            lost = self._silent > UNREACHED
            self._silent = 0
            self._asking = asyncio.ensure_future(self.screen.far.reachable())
            if lost:
                self._set_note("")
                self._note(w.FOUND)
        else:
            self._silent += 1
            if self._silent > UNREACHED:
                self._set_note(self.screen.pen.word(w.LOST))

    def _set_note(self, note: str) -> None:
        if self.screen.note != note:
            self.screen.note = note
            self.screen.draw_words()

    def _on_the_clock(self) -> Seat:
        view = self.screen.board.view
        return CHANCE if view is None else view.actor

    def _show_clock(self) -> None:
        """What is left for this decision, else of everybody's time for the game."""
        clocks, pen = self._clocks, self.screen.pen
        if clocks is None or self.over:
            self.screen.clock = ""
        elif clocks.decision is not None:
            self.screen.clock = pen.word(w.TIME_LEFT, n=int(clocks.decision))
        elif clocks.game is not None:
            each = zip(pen.names, clocks.game, strict=False)
            self.screen.clock = " · ".join(
                f"{name} {int(left) // 60}:{int(left) % 60:02}" for name, left in each
            )
        self.screen.draw_words()

    # ---- advice ----

    @property
    def may_hint(self) -> bool:
        """At a server one plays by oneself."""
        return self.screen.settings.hint is not None and not self.source.remote and bool(self.source.humans)

    def ask_for_hint(self) -> None:
        board = self.screen.board
        if not self.may_hint or board.asked is None or board.view is None or board.throwing:
            return
        panel = self.screen.words["hint"]
        panel.display = True
        panel.border_title = self.screen.pen.word(w.HINT_TITLE)
        panel.update(self.screen.pen.word(w.THINKS))
        self._hinting = asyncio.ensure_future(self._advise(panel, board.view))

    async def _advise(self, panel: Static, view: told.AnyView) -> None:
        hint, lang, app = self.screen.settings.hint, self.screen.settings.lang, self.screen.app
        assert hint is not None

        def progress(what: str, done: float) -> None:
            app.call_from_thread(panel.update, f"{what} {done:.0%}")

        rules, seats = self.source.rules, len(self.source.names)
        self._thinker = self._thinker or Thinker()
        try:
            lines = await self._thinker.do(lambda: hint(rules, seats, view, lang, progress))
        except Exception as error:  # advice is never worth a game
            lines = [str(error) if isinstance(error, TavolaError) else reason(error)]
        if self.screen.board.view is view:
            panel.update(Text("\n".join(lines)))

    def drop_hint(self) -> None:
        self.screen.words["hint"].display = False


def _later(clocks: told.Clocks, actor: Seat) -> told.Clocks:
    """A second later. The server's clocks are the true ones; these only run between two of its messages."""
    decision = None if clocks.decision is None else max(0.0, clocks.decision - 1)
    game = clocks.game
    if game is not None:
        game = tuple(max(0.0, left - (seat == actor)) for seat, left in enumerate(game))
    return told.Clocks(decision, game)


def _trimmed(line: Text) -> Text:
    """Without the margin a line has in the scrolling table."""
    return line[2:] if line.plain.startswith("  ") else line
