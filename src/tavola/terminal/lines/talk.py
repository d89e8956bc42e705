"""A game shown to people and asked of them, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from rich.text import Text

from tavola.core.contract import Event, Outcome, Rules, Seat
from tavola.core.driver import Resigns, Seen
from tavola.core.errors import BadNotation, IllegalMove, Trouble
from tavola.core.words import Lang, Phrase
from tavola.terminal import words
from tavola.terminal.drawings.catalogue import show_rules
from tavola.terminal.drawings.pen import BAD, LOUD, QUIET, Pen
from tavola.terminal.drawings.render import AnyView, Renderer, renderer_of
from tavola.terminal.drawings.screen import Screen, warn
from tavola.terminal.lines import menu
from tavola.terminal.lines.hints import Hints
from tavola.terminal.lines.sitting import AnyMatch, Leaves
from tavola.terminal.saved.keeping import Keeper


def pen_of(
    rules: Rules[Any, Any], names: tuple[str, ...], lang: Lang, screen: Screen, humans: frozenset[Seat]
) -> Pen:
    return Pen(lang, names, lambda event: rules.say(event, lang, names), screen.plain, screen.width, humans)


class Talk:
    """The front for people. With one person at the table, it shows that person's view.

    Where several people share the screen and the game has secrets, each person's cards are shown only after
    the others were asked to look away, and are cleared afterwards.
    """

    def __init__(
        self,
        rules: Rules[Any, Any],
        pen: Pen,
        screen: Screen,
        keeps: bool = False,
        hints: Hints | None = None,
        company: Sequence[Phrase] = (),
    ) -> None:
        self.rules = rules
        self.keeps = keeps  # is there a record on disk?
        self.hints = hints
        self.company = company  # texts about the other players
        self.pen = pen
        self.screen = screen
        self.look: Renderer = renderer_of(rules)
        self.viewer: Seat | None = next(iter(pen.humans)) if len(pen.humans) == 1 else None
        self.shares_secrets = rules.info.hidden and len(pen.humans) > 1
        self.before_screen: Seat | None = None  # the seat that may see a shared screen now
        self.last: Sequence[Event] = ()  # the last play, as everyone saw it
        self.keeper: Keeper | None = None  # of a temporary record: a person who leaves is asked about it

    def begins(self, match: AnyMatch) -> None:
        title = Text(
            self.pen.colon(self.rules.info.title, ", ".join(self.pen.names)), "" if self.pen.plain else LOUD
        )
        how = words.WELCOME if self.pen.humans else words.WATCHING
        view = self.rules.view(match.state, self.viewer)
        said = [] if self.pen.plain else [self.rules.info.summary, *self.company]
        what = [self._quiet(self.pen.word(each)) for each in said]
        self.screen.show([title, *what, self._quiet(self.pen.word(how)), *self.look.legend(self.pen, view)])
        self.screen.gap()
        if match.moves:
            self.screen.show([self._quiet(self.pen.word(words.GOES_ON, n=len(match.moves)))])
            self.screen.show(self.look.table(self.pen, view))

    def tells(self, match: AnyMatch, move: Seen) -> None:
        del match
        if self.shares_secrets and move.actor == self.before_screen:
            self.screen.wipe()
            self.before_screen = None
        if self.look.again(self.pen, move.events):
            self.last = move.events
        until = self.look.pauses(move.events)
        if until:
            self._tell(move, move.events[:until])
            self._pause()
        self._tell(move, move.events[until:])

    def _tell(self, move: Seen, events: Sequence[Event]) -> None:
        lines = self.look.told(self.pen, move.before, move.after, events)
        lines = [line for line in lines if line.plain] if self.pen.plain else lines
        self.screen.show(lines)
        if lines and self.look.on_turn(move.before) not in self.pen.humans:
            self.screen.rest()

    def _pause(self) -> None:
        """Time to read, at a terminal."""
        if self.pen.humans and self.screen.is_live:
            try:
                text = self.screen.ask(self.pen.colon(self.pen.word(words.ENTER_GOES_ON)))
            except EOFError:
                raise Leaves from None
            if words.COMMANDS.get(text.casefold()) == "quit":
                self._leave()

    def warns(self, trouble: Trouble) -> None:
        warn(self.pen.word(words.WARNING, what=words.NOT_SAVED.fill(why=trouble.said)))

    # ---- asking for a decision ----

    def asks(self, match: AnyMatch, seat: Seat) -> Any:
        if self.shares_secrets and self.before_screen != seat:
            self._hand_over(match, seat)
        view = self.rules.view(match.state, seat)
        self._offer(view)
        if self.hints is not None and self.hints.always:
            self._hint(view)
        opened = ""  # the common beginning of several moves
        while True:
            text = self._typed(seat, f"{self.pen.names[seat]}> {opened}", view)
            if text is None:
                continue
            if not text:
                opened = ""
                self._show_again(view)
                continue
            if more := self.look.opens(text, view):
                opened = more
                self.screen.show(self.look.offered(self.pen, view, opened))
                continue
            try:
                return self.rules.parse(self._notation(text, view, opened))
            except BadNotation:
                self._complain(self.pen.word(words.NOT_UNDERSTOOD, text=text[:40]))

    def _hand_over(self, match: AnyMatch, seat: Seat) -> None:
        """The last viewer is asked to look away; until then nothing of this seat is shown."""
        who, open_to_all = self.pen.names[seat], self.rules.view(match.state, None)
        while (text := self._typed(seat, self.pen.word(words.PASS_THE_SCREEN, who=who), open_to_all)) != "":
            if text is not None:
                self._complain(self.pen.word(words.ONLY_ENTER, who=who))
        self.before_screen = seat

    def _offer(self, view: AnyView) -> None:
        # Thrown dice are still on the screen; for a screen reader they are repeated.
        drawn = self.pen.plain or self.look.redraws
        hand = self.look.hand(self.pen, view) if drawn else [Text()]
        self.screen.show([*hand, *self.look.status(self.pen, view), *self.look.offered(self.pen, view)])
        self.screen.show(self._quiet("  " + extra) for extra in self.look.extras(self.pen, view))

    def _show_again(self, view: AnyView) -> None:
        if not (self.pen.plain or self.look.redraws):
            self.screen.show(self.look.hand(self.pen, view))
        self._offer(view)

    def _notation(self, text: str, view: AnyView, opened: str = "") -> str:
        choices = self.look.choices(self.pen, view)
        if found := menu.meant(text, choices, self.look.suffixes):
            return found
        more = self.look.read(opened + text, view) if opened else None
        return more or self.look.read(text, view) or text

    def refuses(self, match: AnyMatch, seat: Seat, error: IllegalMove) -> None:
        del match, seat  # the legal moves are offered again at once
        self._complain(self.pen.word(words.CANT, why=error.why))

    # ---- waiting for a throw ----

    def throws(self, match: AnyMatch) -> Seat | None:
        """The person who throws, unless the decision to throw was just made."""
        seat = self.look.throws(self.rules.view(match.state, self.viewer))
        if seat is None or seat not in self.pen.humans or not self.screen.is_live:
            return None
        return None if match.moves and match.moves[-1][0] == seat else seat

    def waits(self, match: AnyMatch, seat: Seat) -> None:
        view = self.rules.view(match.state, seat)
        prompt = f"{self.pen.names[seat]}> {self.pen.colon(self.pen.word(words.ENTER_THROWS))}"
        while (text := self._typed(seat, prompt, view)) not in ("", "t", "throw", "roll"):
            if text is not None:
                self._complain(self.pen.word(words.NOTHING_TO_DECIDE))

    # ---- what may be typed at every prompt ----

    def _typed(self, seat: Seat, prompt: str, view: AnyView) -> str | None:
        """The typed text; None if it was a command that is answered here."""
        try:
            text = self.screen.ask(prompt)
        except EOFError:
            raise Leaves from None
        command = words.COMMANDS.get(text.casefold())
        if command is None or (command == "last" and not self.look.shows_last):
            return text
        answers: dict[str, Callable[[], None]] = {
            "help": lambda: self._help(view),
            "rules": lambda: show_rules(self.screen, self.rules.info, self.pen.lang),
            "score": lambda: self._score(view),
            "last": self._show_last,
            "hint": lambda: self._hint(view),
            "undo": lambda: self._complain(self.pen.word(words.NO_UNDO)),
            "quit": self._leave,
            "resign": lambda: self._resign(seat),
        }
        answers[command]()
        return None

    def _score(self, view: AnyView) -> None:
        self.screen.show([*self.look.table(self.pen, view), *self.look.legend(self.pen, view)])

    def _hint(self, view: AnyView) -> None:
        if self.hints is None or not view.moves:
            self._complain(self.pen.word(words.NOTHING_TO_HINT))
            return
        self.screen.show(self._quiet("  " + line) for line in self.hints.lines(view))

    def _show_last(self) -> None:
        again = self.look.again(self.pen, self.last)
        self.screen.show(again or [self.pen.word(words.NOTHING_PLAYED)])

    def _help(self, view: AnyView) -> None:
        if view.moves:
            self.screen.show([self.pen.word(words.HELP_NOW)])
            self.screen.show(f"  {hint}" for hint in self.look.hints(self.pen, view))
        enter = (words.ENTER, words.HELP_ENTER if view.moves else words.HELP_ENTER_THROWS)
        kept = self.keeps or self.keeper is not None
        leave = (words.QUIT, words.HELP_QUIT_KEPT if kept else words.HELP_QUIT)
        last = [words.HELP_LAST] if self.look.shows_last else []
        for typed, meaning in (enter, *last, *words.HELP_COMMANDS, leave):
            self.screen.show(
                [Text(f"  {self.pen.word(typed):<7} ").append(self.pen.word(meaning), self._faint)]
            )

    def _leave(self) -> None:
        """Asks whether to keep a temporary record for later. Only a no deletes it."""
        forget = False
        if self.keeper is not None:
            with suppress(EOFError):
                forget = self.screen.ask(self.pen.word(words.KEEP_IT)).casefold() in words.NO
        raise Leaves(forget=forget)

    def _resign(self, seat: Seat) -> None:
        try:
            answer = self.screen.ask(self.pen.word(words.SURE))
        except EOFError:
            raise Leaves from None
        if answer.casefold() in words.YES:
            self.screen.show([self.pen.word(words.RESIGNS, who=self.pen.names[seat])])
            raise Resigns(seat)
        self.screen.show([self.pen.word(words.PLAYS_ON)])

    # ---- the end ----

    def ends(self, match: AnyMatch, seed: str, path: str) -> None:
        """The result, where the record is, and the seed."""
        outcome = match.outcome
        self.screen.gap()
        if outcome is None:
            self.screen.show([self.pen.word(words.GOODBYE)])
        else:
            self.screen.show(result_lines(self.pen, outcome, self.rules.info.score.counts))
        if path:
            self.screen.show([self._quiet(self.pen.word(words.KEPT_IN, path=path))])
        if outcome is not None and seed:
            self.screen.show([self._quiet(self.pen.word(words.SEED, seed=seed))])

    def _complain(self, text: str) -> None:
        self.screen.show([Text(text, "" if self.pen.plain else BAD)])

    @property
    def _faint(self) -> str:
        return "" if self.pen.plain else QUIET

    def _quiet(self, text: str) -> Text:
        return Text(text.strip() if self.pen.plain else text, self._faint)


def result_lines(pen: Pen, outcome: Outcome, counts: Phrase) -> list[Text]:
    """Why it ended, the winners, and the final score with its unit."""
    who = [pen.names[seat] for seat in outcome.winners]
    phrase = words.WIN if len(who) > 1 else words.WINS if who else words.NOBODY_WINS
    joined = pen.word(words.AND).join([", ".join(who[:-1]), who[-1]] if len(who) > 1 else who)
    return [
        Text(pen.word(words.GAME_OVER, reason=outcome.reason), "" if pen.plain else LOUD),
        Text(pen.word(phrase, who=joined), "" if pen.plain else LOUD),
        *([Text(_final_score(pen, outcome.scores, counts))] if outcome.scores else []),
    ]


def _final_score(pen: Pen, scores: Sequence[int], counts: Phrase) -> str:
    """`Sets lost: Ada 1, Pia 2`"""
    what = pen.word(counts)
    told = ", ".join(f"{name} {score}" for name, score in zip(pen.names, scores, strict=False))
    return pen.colon(what[:1].upper() + what[1:], told)
