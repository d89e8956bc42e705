"""The table on the screen: the score, the board, what may be done, the log. It shows and asks, no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from tavola.core.contract import OVER, Seat
from tavola.core.errors import TavolaError
from tavola.core.words import LANGS, Lang, Phrase
from tavola.terminal.app import chronicle as log
from tavola.terminal.app import words as w
from tavola.terminal.app.any_board import board_of
from tavola.terminal.app.board import Board
from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.dialogs import Answer, Ask, Page
from tavola.terminal.app.follow import Follower
from tavola.terminal.app.source import AnyRules, AnyView, Far, Source
from tavola.terminal.catalogue import rules_text
from tavola.terminal.pen import Pen, clean

SMALLEST = (56, 18)
TALL = 32  # lines from which cards are drawn with their signs
LONGEST_CHAT = 280
LEAVES, AGAIN, MOVES_ON = "leaves", "again", "moves on"

# Good advice, from what a player sees: the rules, how many play, the view, the language, and whom to tell how
# far it has come. It may take its time; it is asked in a thread.
Hint = Callable[[AnyRules, int, AnyView, Lang, Callable[[str, float], None]], Sequence[str]]


@dataclass
class Settings:
    """What a person likes: the language, how long a bot's move stays in sight, and good advice perhaps."""

    lang: Lang = "en"
    delay: float = 0.7
    hint: Hint | None = None
    always: bool = False  # advice before every decision, unasked


class Clickable(Static):
    """Words that can be clicked, in their own colours."""

    auto_links = False


class TableScreen(Screen[str]):
    """One game. Ends with LEAVES, AGAIN for another one, or MOVES_ON to a table that is there already."""

    AUTO_FOCUS = ""  # the keys are the table's
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]  # noqa: RUF012 - declared so by Textual

    def __init__(self, source: Source, settings: Settings) -> None:
        super().__init__()
        self.source = source
        self.settings = settings
        self.next: Source | None = None  # where MOVES_ON leads
        # What stands around the board. Held here: when a screen closes, its last news find nothing by name.
        self.words = {id: Static(id=id) for id in ("sign", "score", "status", "hint", "too-small")}
        self.words |= {id: Clickable(id=id) for id in ("actions", "foot")}
        self.chat = Input(id="chat", max_length=LONGEST_CHAT)
        self._written: dict[str, Text] = {}
        self.board: Board = board_of(source.rules, self.pen)
        self.log_lines = log.Chronicle(self.pen)
        self.note = ""  # about the connection, or what can't be done
        self.clock = ""
        self.follower = Follower(self)
        self.keys: dict[str, Callable[[], object]] = {
            "q": self.leave_perhaps,
            "f1": self.show_help,
            "question_mark": self.show_help,
            "f2": self.next_language,
            "f3": self.show_rules,
            "f4": self.follower.ask_for_hint,
            "f5": self.resign_perhaps,
            "pageup": partial(self._scroll, -5),
            "pagedown": partial(self._scroll, 5),
            **({"c": self.speak, "b": self.seat_bot, "j": self.sit} if source.remote else {}),
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
                yield self.words["hint"]
                yield self.log_lines
        yield self.chat
        yield self.words["foot"]
        yield self.words["too-small"]

    def on_mount(self) -> None:
        self.words["hint"].display = self.chat.display = False
        self.redraw()
        self.run_worker(self.follower.follow(), exclusive=True)
        if self.source.remote:
            self.set_interval(1.0, self.follower.tick)

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
        """All of it: another language, another size, another name."""
        pen = self.pen
        self.board.use(pen, self.size.height < TALL)
        self.log_lines.use(pen)

    def on_board_changed(self) -> None:
        self.draw_words()

    def draw_words(self) -> None:
        """What stands around the board."""
        pen, view = self.pen, self.board.view
        score = [] if view is None else self.board.look.table(pen, view)
        self._write("sign", self._sign(pen))
        self._write("score", Text("\n").join(score))
        self._write("status", self._status())
        self._write("actions", self._actions(pen))
        self._write("foot", self._foot(pen))

    def _write(self, id: str, text: Text) -> None:
        """Only what is new, and all moves only where the number of lines does: laying out takes its time."""
        before = self._written.get(id)
        if before is None or before != text:
            moves = before is None or before.plain.count("\n") != text.plain.count("\n") or not before.plain
            self._written[id] = text
            self.words[id].update(text, layout=moves or not text.plain)

    def _sign(self, pen: Pen) -> Text:
        title = Text.assemble((f" {self.source.rules.info.title} ", "bold reverse"), "  ", self._turn(pen))
        if self.clock:
            title.append(f"   {self.clock}", "bold yellow")
        if self.note:
            title.append(f"   {self.note}", "bold red")
        title.truncate(max(10, self.size.width - 1), overflow="ellipsis")
        return title

    def _turn(self, pen: Pen) -> str:
        view, board = self.board.view, self.board
        if view is None:
            return pen.word(w.WAITING)
        if board.asked is not None:
            return pen.word(w.YOUR_TURN, who=pen.names[board.asked])
        if view.actor == OVER or self.follower.over:
            return pen.word(w.IS_OVER)
        seat = board.look.on_turn(view)
        return pen.word(w.DEALING) if seat is None else pen.word(w.TURN_OF, who=pen.names[seat])

    def _status(self) -> Text:
        status, prompt = self.board.status(), self.board.prompt()
        lines = [line for line in (status, Text(prompt, "bold cyan")) if line.plain]
        return Text("\n").join(lines)

    def _actions(self, pen: Pen) -> Text:
        named = {"enter": pen.word(w.KEY_ENTER)}
        pieces = []
        for action in self.board.actions():
            press = Style(meta={"@click": f"screen.press('{action.key}')"})
            key, label = named.get(action.key, action.key), action.label or pen.word(w.THROW_DICE)
            piece = Text.assemble((f" {key} ", "bold black on #d9a441"), (f" {label} ", "on #3a4a40"))
            piece.stylize(press)
            pieces.append(piece)
        return Text("  ").join(pieces)

    def _foot(self, pen: Pen) -> Text:
        cards, playing = isinstance(self.board, CardBoard), self.board.view is not None
        keys = [("1-9" if cards else "1-5", w.FOOT_PICK, "")] if playing and self.source.humans else []
        keys += [(pen.word(w.KEY_SPACE), w.FOOT_WAYS, "space")] if keys and cards else []
        keys += [("q", w.FOOT_QUIT, "q"), *(self._far_keys() if self.source.remote else [])]
        keys += [("F1", w.FOOT_HELP, "f1"), ("F2", w.FOOT_LANGUAGE, "f2"), ("F3", w.FOOT_RULES, "f3")]
        keys += [("F4", w.FOOT_HINT, "f4")] if self.follower.may_hint else []
        keys += [("F5", w.FOOT_RESIGN, "f5")] if playing and self.source.humans else []
        parts = []
        for key, word, press in keys:
            part = Text.assemble((key, "bold yellow"), (f" {pen.word(word)}", "dim"))
            if press:
                part.stylize(Style(meta={"@click": f"screen.press('{press}')"}))
            parts.append(part)
        return Text("  ").join(parts)

    def _far_keys(self) -> list[tuple[str, Phrase, str]]:
        free = "" in self.source.names
        keys = [("c", w.FOOT_CHAT, "c"), *([("b", w.FOOT_BOT, "b")] if free else [])]
        return keys + ([("j", w.FOOT_SIT, "j")] if free and not self.source.humans else [])

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
        if self.board.press(key):
            return True
        if key in self.keys:
            self.keys[key]()
            return True
        return False

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """The question is taken back at once: nobody decides twice."""
        asked, view = self.board.asked, self.board.view
        if asked is None or view is None:
            return
        self.board.show(view)
        self.follower.drop_hint()
        self.run_worker(self._answer(asked, view, event.move))

    async def _answer(self, asked: Seat, view: AnyView, move: Any) -> None:
        try:
            await self.source.answer(move)
        except TavolaError as error:
            self.log_lines.add(log.as_it_is(str(error)))
            if self.board.view is view:  # nothing happened since
                self.board.ask(asked, view)

    def _scroll(self, lines: int) -> None:
        self.log_lines.scroll_relative(y=lines, animate=False)

    # ---- help, language, leaving ----

    def show_help(self) -> None:
        pen, view = self.pen, self.board.view
        cards = isinstance(self.board, CardBoard)
        parts = [w.HELP_CARDS if cards else w.HELP_DICE, w.HELP_ENTER, w.HELP_REST]
        text = "\n".join(f"- {pen.word(part)}" for part in parts)
        if view is not None and (legend := self.board.look.legend(pen, view)):
            text += "\n\n```\n" + "\n".join(line.plain for line in legend) + "\n```"
        self.app.push_screen(Page(pen.word(w.HELP_TITLE), text, pen.word(w.FOOT_BACK)))

    def show_rules(self) -> None:
        info, pen = self.source.rules.info, self.pen
        self.app.push_screen(Page(info.title, rules_text(info, pen.lang), pen.word(w.FOOT_BACK)))

    def next_language(self) -> None:
        at = LANGS.index(self.settings.lang)
        self.settings.lang = LANGS[(at + 1) % len(LANGS)]
        self.redraw()

    def yes_or_no(self) -> list[Answer]:
        pen = self.pen
        return [Answer("y", "y", pen.word(w.YES)), Answer("n", "n", pen.word(w.NO))]

    def close(self, how: str) -> None:
        """The table is left, with whatever lies open on it: a page of help, a question."""
        while self.app.screen is not self and self in self.app.screen_stack:
            self.app.pop_screen()
        if self.is_current:
            self.dismiss(how)

    def leave_perhaps(self) -> None:
        if self.follower.over:
            self.close(LEAVES)
            return
        path = self.follower.record_path
        question = self.pen.word(w.ASK_QUIT_KEPT, path=path) if path else self.pen.word(w.ASK_QUIT)
        if self.source.remote and self.source.humans:
            question = self.pen.word(w.ASK_QUIT_REMOTE)
        title = self.source.rules.info.title
        self.app.push_screen(Ask(title, [question], self.yes_or_no(), careful=True), self._leaves)

    def _leaves(self, answer: str | None) -> None:
        if answer == "y":
            self.close(LEAVES)

    def resign_perhaps(self) -> None:
        """At home one gives up on one's own turn, at a server at any time."""
        seats = self.source.humans
        if self.follower.over or self.board.view is None or not seats:
            return
        if self.board.asked is None and not self.source.remote:
            self.log_lines.add(log.noted(w.NOT_YOUR_TURN))
            return
        said = self.pen.word(w.ASK_RESIGN)
        question = Ask(self.source.rules.info.title, [said], self.yes_or_no(), careful=True)
        self.app.push_screen(question, self._resigns)

    def _resigns(self, answer: str | None) -> None:
        seat = self.board.asked if self.board.asked is not None else min(self.source.humans, default=None)
        if answer == "y" and seat is not None:
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

    def seat_bot(self) -> None:
        if "" in self.source.names:
            self.follower.do(self.far.seat_bot())

    def sit(self) -> None:
        if "" in self.source.names and not self.source.humans:
            self.follower.do(self.far.sit())
