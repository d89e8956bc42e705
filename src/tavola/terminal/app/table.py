"""The table on the screen: the score, the board, what may be done, the log. It only shows and asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Static

from tavola.core.contract import Seat
from tavola.core.errors import TavolaError
from tavola.core.words import LANGS, Lang
from tavola.terminal.app import around
from tavola.terminal.app import chronicle as log
from tavola.terminal.app import words as w
from tavola.terminal.app.board import Board, board_of
from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.coach import Adviser
from tavola.terminal.app.dialogs import AnswerKey, AskDialog, PageDialog
from tavola.terminal.app.follow import Follower
from tavola.terminal.app.remote import WAYS
from tavola.terminal.app.source import AnyRules, AnyView, ChatLine, Far, GameSource
from tavola.terminal.app.watch import Stopwatch
from tavola.terminal.drawings.catalogue import rules_text
from tavola.terminal.drawings.pen import Pen, clean

SMALLEST = (56, 18)
TALL = 32  # screen height from which cards are drawn with their signs
LONGEST_CHAT = 280
LEAVES, AGAIN, MOVES_ON = "leaves", "again", "moves on"
FORGET = "x"
REPORT = "f10"  # the key
YES, NO = "y", "n"  # the keys; yes also has that of its language

# A hint, from what a player sees: (rules, seats, view, language, progress). It may take long; it is asked in
# a thread.
Hint = Callable[[AnyRules, int, AnyView, Lang, Callable[[str, float], None]], Sequence[str]]


@dataclass
class Preferences:
    """A person's preferences: the language, the pause after a bot's move, and perhaps hints."""

    lang: Lang = "en"
    delay: float = 0.7
    hint: Hint | None = None
    always: bool = False  # a hint before every decision, unasked


class Clickable(Static):
    """Text that can be clicked, in its own colours."""

    auto_links = False


class TableScreen(Screen[str]):
    """One game. Ends with LEAVES, AGAIN for another one, or MOVES_ON to a table that exists already."""

    AUTO_FOCUS = ""  # the keys are the table's
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]  # noqa: RUF012 - declared so by Textual

    def __init__(self, source: GameSource, settings: Preferences) -> None:
        super().__init__()
        self.source = source
        self.settings = settings
        self.next: GameSource | None = None  # where MOVES_ON leads
        # The widgets around the board, kept here: while a screen closes, late updates can't find them by
        # name.
        self.words = {id: Static(id=id) for id in ("sign", "score", "status", "hint", "too-small")}
        self.words |= {id: Clickable(id=id) for id in ("actions", "foot")}
        self.advice = VerticalScroll(self.words["hint"], id="advice", can_focus=False)
        self.chat = Input(id="chat", max_length=LONGEST_CHAT)
        self._written: dict[str, Text] = {}
        self.board: Board = board_of(source.rules, self.pen)
        self.log_lines = log.Chronicle(self.pen)
        self.note = self.clock = ""  # shown in the top line: what goes on beside the game, and the time
        self.follower = Follower(self)
        self.adviser = Adviser(self)
        self.lookout = Stopwatch(self)
        self.keys: dict[str, Callable[[], object]] = {
            "q": self.leave_perhaps,
            "f1": self.show_help,
            "question_mark": self.show_help,
            "f2": self.next_language,
            "f3": self.show_rules,
            "f4": self.adviser.ask,
            "f5": self.resign_perhaps,
            "pageup": partial(self._scroll, -5),
            "pagedown": partial(self._scroll, 5),
            **({"c": self.speak, "b": self.seat_bot, "j": self.sit} if source.remote else {}),
            **({"f9": self.show_dice, REPORT: self.report_perhaps} if source.remote else {}),
            **({key: partial(self._take, key) for key in WAYS} if source.remote else {}),
        }

    @property
    def far(self) -> Far:
        return cast(Far, self.source)

    @property
    def pen(self) -> Pen:
        names, lang = self.source.names, self.settings.lang
        say = partial(self._say, lang, names)
        width = max(20, self.words["score"].size.width or 80)
        return Pen(lang, names, say, width=width, humans=self.source.humans)

    def _say(self, lang: Lang, names: tuple[str, ...], event: Any) -> str:
        return self.source.rules.say(event, lang, names)

    # ---- how it is laid out ----

    def compose(self) -> ComposeResult:
        yield self.words["sign"]
        with Container(id="room"):
            with Vertical(id="middle"):
                yield self.words["score"]
                yield self.board
                yield self.words["status"]
                yield self.words["actions"]
            with Vertical(id="side"):
                yield self.advice
                yield self.log_lines
        yield self.chat
        yield self.words["foot"]
        yield self.words["too-small"]

    def on_mount(self) -> None:
        self.advice.display = self.chat.display = False
        self.redraw()
        self.run_worker(self.follower.follow(), exclusive=True)
        if self.source.remote:
            self.set_interval(1.0, self.lookout.tick)

    def on_resize(self, event: events.Resize) -> None:
        width, height = SMALLEST
        small = event.size.width < width or event.size.height < height
        self.set_class(small, "-too-small")
        self._written.clear()
        said = self.pen.word(w.TOO_SMALL, width=width, height=height)
        self.words["too-small"].update(said)
        self.call_after_refresh(self.redraw)

    # ---- drawn anew ----

    def redraw(self) -> None:
        """Draws everything anew: after a change of language, size or name."""
        pen = self.pen
        self.board.use(pen, self.size.height < TALL)
        self.log_lines.use(pen)

    def on_board_changed(self) -> None:
        self.draw_words()

    def set_note(self, note: str) -> None:
        if self.note != note:
            self.note = note
            self.draw_words()

    def draw_words(self) -> None:
        """The texts around the board."""
        for id, text in around.words(self, self.pen).items():
            self._write(id, text)

    def _write(self, id: str, text: Text) -> None:
        """Only if it changed; lays the screen out only if the number of lines changed, because that is
        slow."""
        before = self._written.get(id)
        if before is None or before != text:
            moves = before is None or before.plain.count("\n") != text.plain.count("\n") or not before.plain
            self._written[id] = text
            self.words[id].update(text, layout=moves or not text.plain)

    # ---- keys and clicks ----

    def on_key(self, event: events.Key) -> None:
        if isinstance(self.focused, Input):
            if event.key == "escape":
                event.stop()
                self._hush()
            return
        if self.press(event.key):
            event.stop()

    def action_press(self, key: str) -> None:
        self.press(key)

    def press(self, key: str) -> bool:
        if self.has_class("-too-small") and key != "q":
            return False  # no move from a player who can't see the board
        if self.board.press(key) or self.follower.press(key):
            return True
        if key in self.keys:
            self.keys[key]()
            return True
        return False

    def on_board_chosen(self, event: Board.Chosen) -> None:
        self.adviser.drop()
        self.run_worker(self._answer(event.seat, event.view, event.move))

    async def _answer(self, asked: Seat, view: AnyView, move: Any) -> None:
        try:
            await self.source.answer(move)
        except TavolaError as error:
            self.log_lines.add(log.as_it_is(str(error)))
            if self.board.view is view:  # nothing happened since
                self.board.ask(asked, view)

    def _scroll(self, lines: int) -> None:
        """Scrolls the log; but first a hint that is longer than its place, as it covers the log."""
        read = self.advice if self.advice.display and self.advice.max_scroll_y else self.log_lines
        read.scroll_relative(y=lines, animate=False)

    # ---- help, language, leaving ----

    def show_help(self) -> None:
        pen, view = self.pen, self.board.view
        cards = isinstance(self.board, CardBoard)
        parts = [w.HELP_CARDS if cards else w.HELP_DICE, w.HELP_ENTER, w.HELP_REST]
        text = "\n".join(f"- {pen.word(part)}" for part in parts)
        if view is not None and (legend := self.board.look.legend(pen, view)):
            text += "\n\n```\n" + "\n".join(line.plain for line in legend) + "\n```"
        self.app.push_screen(PageDialog(pen.word(w.HELP_TITLE), text, pen.word(w.FOOT_BACK)))

    def show_rules(self) -> None:
        info, pen = self.source.rules.info, self.pen
        self.app.push_screen(PageDialog(info.title, rules_text(info, pen.lang), pen.word(w.FOOT_BACK)))

    def show_dice(self) -> None:
        self.app.push_screen(self.dice_page())

    def dice_page(self) -> PageDialog:
        pen = self.pen
        return PageDialog(pen.word(w.DICE_TITLE), self.far.dice(pen.lang), pen.word(w.FOOT_BACK))

    def next_language(self) -> None:
        at = LANGS.index(self.settings.lang)
        self.settings.lang = LANGS[(at + 1) % len(LANGS)]
        self.redraw()
        if self.advice.display:
            self.adviser.ask()

    def yes_or_no(self) -> list[AnswerKey]:
        pen = self.pen
        return [
            AnswerKey(YES, pen.word(w.YES)[0], pen.word(w.YES), also="yos"),
            AnswerKey(NO, NO, pen.word(w.NO)),
        ]

    def close(self, how: str) -> None:
        """Leaves the table, with any dialog that is open on it."""
        while self.app.screen is not self and self in self.app.screen_stack:
            self.app.pop_screen()
        if self.is_current:
            self.dismiss(how)

    def leave_perhaps(self) -> None:
        if self.follower.over:
            self.close(LEAVES)
            return
        keeper = self.follower.keeper
        question, (yes, no) = self.pen.word(w.ASK_QUIT), self.yes_or_no()
        answers = [yes, no]
        if keeper is not None:
            question = self.pen.word(w.ASK_QUIT_KEPT, path=str(keeper.path))
            if keeper.passing:
                question = self.pen.word(w.ASK_QUIT_SAVED)
                answers = [yes, AnswerKey(FORGET, FORGET, self.pen.word(w.WITHOUT_SAVING)), no]
        if self.source.remote and self.source.humans:
            question = self.pen.word(w.ASK_QUIT_REMOTE)
        title = self.source.rules.info.title
        self.app.push_screen(AskDialog(title, [question], answers, enter=NO), self._leaves)

    def _leaves(self, answer: str | None) -> None:
        if answer == FORGET:
            self.follower.forget()
        if answer in (YES, FORGET):
            self.close(LEAVES)

    def resign_perhaps(self) -> None:
        """At home one resigns on one's own turn, at a server at any time."""
        seats = self.source.humans
        if self.follower.over or self.board.view is None or not seats:
            return
        if self.board.asked is None and not self.source.remote:
            self.log_lines.add(log.noted(w.NOT_YOUR_TURN))
            return
        said = self.pen.word(w.ASK_RESIGN)
        question = AskDialog(self.source.rules.info.title, [said], self.yes_or_no(), enter=NO)
        self.app.push_screen(question, self._resigns)

    def _resigns(self, answer: str | None) -> None:
        seat = self.board.asked if self.board.asked is not None else min(self.source.humans, default=None)
        if answer == YES and seat is not None:
            self.follower.do(self.source.resign(seat))

    # ---- at a server ----

    def speak(self) -> None:
        self.chat.placeholder = self.pen.word(w.SAY_SOMETHING)
        self.chat.display = True
        self.chat.focus()

    def _hush(self) -> None:
        self.chat.value, self.chat.display = "", False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = clean(event.value.strip())
        self._hush()
        if text:
            self.follower.do(self.far.chat(text))

    def report_perhaps(self) -> None:
        """Which of the last lines of others? The newest is the first."""
        pen, lines = self.pen, [*reversed(self.follower.heard)]
        if not lines:
            self.log_lines.add(log.noted(w.NOBODY_SPOKE))
            return
        shown = [Text(pen.word(w.ASK_REPORT)), Text()]
        for n, line in enumerate(lines, start=1):
            said = log.spoken(line.name, line.text)(pen) or Text()
            shown.append(Text.assemble((f"{n} ", "bold yellow"), said))
        answers = [AnswerKey(str(n), str(n), pen.word(w.REPORT)) for n in range(1, len(lines) + 1)]
        answers.append(AnswerKey(NO, NO, pen.word(w.NO)))
        which = AskDialog(self.source.rules.info.title, shown, answers, enter=NO)
        self.app.push_screen(which, partial(self._reports, lines))

    def _reports(self, lines: Sequence[ChatLine], answer: str | None) -> None:
        if answer is not None and answer.isdecimal():
            self.follower.do(self._report(lines[int(answer) - 1]))

    async def _report(self, line: ChatLine) -> None:
        await self.far.report(line)
        self.log_lines.add(log.noted(w.REPORTED.fill(who=clean(line.name))))

    def _take(self, key: str) -> None:
        """Does what the key means about a player who has gone."""
        self.follower.do(self.far.take(key))

    def seat_bot(self) -> None:
        if "" in self.source.names:
            self.follower.do(self.far.seat_bot())

    def sit(self) -> None:
        if "" in self.source.names and not self.source.humans:
            self.follower.do(self.far.sit())
