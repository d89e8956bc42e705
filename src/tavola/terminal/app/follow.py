"""Follows the news of a game: shows them, logs them, waits a moment, and asks for decisions."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.app import App

from tavola.core.contract import Seat
from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.terminal.app import chronicle as log
from tavola.terminal.app import source as told
from tavola.terminal.app import words as w
from tavola.terminal.app.coach import show_review
from tavola.terminal.app.dialogs import AnswerKey, AskDialog, Curtain, LineDialog
from tavola.terminal.app.local import Local
from tavola.terminal.drawings.pen import Pen, clean
from tavola.terminal.lines.talk import result_lines
from tavola.terminal.saved.folder import free_path
from tavola.terminal.saved.keeping import CantKeep, Keeper

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen


# ---- saving the record of a game that was not recorded from the start ----


LONGEST_PATH = 400


async def save_record(app: App[Any], game: Local, pen: Pen) -> str:
    """Asks for a name until one can be written; returns where the record is, "" if it is not wanted."""
    name, wrong = str(free_path(game.rules.info.name)), ""
    while name := await app.push_screen_wait(LineDialog(pen.word(w.FILE_NAME), name, wrong, LONGEST_PATH)):
        try:
            keeper = Keeper(Path(name).expanduser())
            keeper.begin(game.sitting.record())
            return str(keeper.path)
        except CantKeep as error:
            wrong = error.why.in_(pen.lang)
        except RuntimeError:  # the user has no home
            wrong = pen.word(w.NO_HOME)
    return ""


DICE = "f9"  # the key
MOST_REPORTED = 9  # lines of chat to choose from: each has a digit


class Follower:
    """Follows a source on behalf of a screen."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.source = screen.source
        self.over = False
        self.before_screen: Seat | None = None  # the seat that may see a shared screen now
        self.summary: list[Text] = []  # summary of the last hand
        self.heard: deque[told.ChatLine] = deque(maxlen=MOST_REPORTED)  # of others, to be reported
        self._looks_back = False  # looking at the table of a finished game

    @property
    def _shares_secrets(self) -> bool:
        return self.source.rules.info.hidden and len(self.source.humans) > 1

    @property
    def keeper(self) -> Keeper | None:
        """The keeper of the record, if there is one."""
        return self.source.keeper if isinstance(self.source, Local) else None

    def forget(self) -> None:
        """The game is left for good."""
        if isinstance(self.source, Local):
            self.source.forget = True

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
            case told.StepShown():
                await self._happened(news)
            case told.Asks(seat, view):
                await self._hand_over(seat)
                board.ask(seat, view)
                if self.screen.settings.always:
                    self.screen.adviser.ask()
            case told.Throws(seat, view):
                board.ask(seat, view, throwing=True)
            case told.GameEnded():
                await self._ended(news)
            case told.Broke(why):
                await self._broke(why)
            case _:
                self._heard(news)

    def _heard(self, news: told.News) -> None:
        """News that are not part of the game itself."""
        lines = self.screen.log_lines
        match news:
            case told.ChatLine(name, text):
                lines.add(log.spoken(name, text))
                if not news.ours:
                    self.heard.append(news)
            case told.Noted(what, bad):
                lines.add(log.noted(what, bad))
            case told.SeatsChanged():
                self.screen.redraw()
            case told.WorkProgress(done=done):
                ready = self.screen.pen.word(w.GETS_READY)
                self.screen.set_note(f"{ready} {done:.0%}" if done < 1 else "")
            case told.TimeLeft():
                self.screen.lookout.set(news)
            case told.MovedOn(source):
                self.screen.next = source
                self.screen.close("moves on")

    # ---- what happens ----

    async def _happened(self, news: told.StepShown) -> None:
        board, lines = self.screen.board, self.screen.log_lines
        self.before_screen = None if self._shares_secrets else self.before_screen
        board.show(news.after, news.events)
        written = [lines.add(log.told(board.look, event)) for event in news.events]
        written += [lines.add(log.as_it_is(said)) for said in news.said]
        on_turn = None if news.before is None else board.look.on_turn(news.before)
        look = news.fresh and any(written) and on_turn not in self.source.humans
        if look and self.screen.settings.delay:
            await asyncio.sleep(self.screen.settings.delay)
        await self._hand_ended(news)

    async def _hand_ended(self, news: told.StepShown) -> None:
        pen, look = self.screen.pen, self.screen.board.look
        ended = look.summed(news.events)
        if not ended or news.before is None:
            return
        self.summary = [_trimmed(line) for line in look.told(pen, news.before, news.after, ended)]
        if self.source.humans and news.fresh and look.pauses(news.events):
            go_on = AnswerKey("enter", pen.word(w.KEY_ENTER), pen.word(w.GOES_ON))
            await self.screen.app.push_screen_wait(
                AskDialog(self.source.rules.info.title, self.summary, [go_on])
            )

    async def _hand_over(self, seat: Seat) -> None:
        """The last viewer is asked to look away; until then nothing of this seat is shown."""
        if not self._shares_secrets or self.before_screen == seat:
            return
        pen = self.screen.pen
        said = pen.word(w.PASS_THE_SCREEN, who=pen.names[seat])
        enter = AnswerKey("enter", pen.word(w.KEY_ENTER), pen.names[seat])
        await self.screen.app.push_screen_wait(Curtain(self.source.rules.info.title, [said], [enter]))
        self.before_screen = seat

    # ---- the end ----

    async def _ended(self, news: told.GameEnded) -> None:
        self.over = True
        screen, pen = self.screen, self.screen.pen
        screen.board.show(screen.board.view)
        lines = self._result(news)
        if news.dice is not None:
            style = {"verified": "green", "fits": "yellow", "wrong": "bold red"}[news.dice.finding]
            lines.append(Text(clean(pen.word(news.dice.said)), style))
        for line in lines:
            screen.log_lines.add(lambda pen, line=line: line)  # type: ignore[misc]  # noqa: ARG005
        body = [*lines, Text(), *self.summary]
        if not self.summary and screen.board.view is not None:
            body += screen.board.look.table(pen, screen.board.view)
        await self._what_next(body)

    def _result(self, news: told.GameEnded) -> list[Text]:
        lines = result_lines(self.screen.pen, news.outcome, self.source.rules.info.score.counts)
        lines[1].stylize("yellow")  # the line with the winners
        return lines

    async def _what_next(self, body: Sequence[Text]) -> None:
        """Enter, or `v`, closes the question; the other answers are then shown below the table."""
        title, look = self.source.rules.info.title, AnswerKey("v", "v", self.screen.pen.word(w.LOOK_AT_IT))
        stays = (DICE,) if self.source.remote else ("s", "r")
        while True:
            *others, leave = self._all_endings()
            ways = [*others, look, leave]
            answer = (
                await self.screen.app.push_screen_wait(AskDialog(title, body, ways, enter=look.key)) or ""
            )
            if answer not in stays:
                break
            if answer == DICE:
                await self.screen.app.push_screen_wait(self.screen.dice_page())
            else:
                await (self._save() if answer == "s" else self._review())
        self._looks_back = True
        self.screen.draw_words()
        self.press(answer)

    @property
    def endings(self) -> list[AnswerKey]:
        """What may be done at the table of a finished game."""
        return self._all_endings() if self._looks_back else []

    def _all_endings(self) -> list[AnswerKey]:
        pen = self.screen.pen
        if self.source.remote:
            again = [AnswerKey("r", "r", pen.word(w.REMATCH))] if self.source.humans else []
            again.append(AnswerKey(DICE, DICE.upper(), pen.word(w.FOOT_DICE)))
        else:
            again = [AnswerKey("n", "n", pen.word(w.ANOTHER)), AnswerKey("s", "s", pen.word(w.SAVE))]
            again.insert(1, AnswerKey("r", "r", pen.word(w.REVIEW)))
        return [*again, AnswerKey("q", "q", pen.word(w.LEAVE))]

    def press(self, key: str) -> bool:
        """Handles an answer after the end; was it one?"""
        if key not in [answer.key for answer in self.endings]:
            return False
        match key:
            case "n":
                self.screen.close("again")
            case "q":
                self.screen.close("leaves")
            case "r":
                self.do(self.screen.far.rematch() if self.source.remote else self._review())
            case "s":
                self.do(self._save())
            case _:
                self.screen.show_dice()
        return True

    async def _save(self) -> None:
        assert isinstance(self.source, Local)
        path = await save_record(self.screen.app, self.source, self.screen.pen)
        if path:
            self._note(w.SAVED_AS.fill(path=path))

    async def _review(self) -> None:
        assert isinstance(self.source, Local)
        await show_review(self.screen, self.source)

    async def _broke(self, why: str) -> None:
        """The game can't continue: says why, and leaves the table visible."""
        self.over = True
        pen = self.screen.pen
        self.screen.board.show(self.screen.board.view)
        self._note(w.STOPPED.fill(), bad=True)
        leave = AnswerKey("q", "q", pen.word(w.LEAVE))
        look = AnswerKey("v", "v", pen.word(w.LOOK_AT_IT))
        answer = await self.screen.app.push_screen_wait(AskDialog(pen.word(w.STOPPED), [why], [look, leave]))
        if answer == "q":
            self.screen.close("leaves")

    def _note(self, what: Phrase, bad: bool = False) -> None:
        self.screen.log_lines.add(log.noted(what, bad))

    # ---- commands in the background ----

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a command to the source; a refusal is logged."""
        self.screen.run_worker(self._done(work))

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except TavolaError as error:
            self.screen.log_lines.add(log.as_it_is(str(error)))


def _trimmed(line: Text) -> Text:
    """Without the margin a line has in the scrolling table."""
    return line[2:] if line.plain.startswith("  ") else line
