"""`tavola play` in the app: from the list of games to the farewell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from tavola.core.errors import Trouble
from tavola.core.record import Record
from tavola.library.seats import default_players, sitters
from tavola.terminal import words
from tavola.terminal.app.app import TavolaApp, new_seed, run
from tavola.terminal.app.local import Local, Setup
from tavola.terminal.app.source import AnyRules
from tavola.terminal.app.start import LEFT, GameListScreen, SetupScreen
from tavola.terminal.app.table import AGAIN, Preferences
from tavola.terminal.drawings.catalogue import info_of
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.screen import warn
from tavola.terminal.lines.playing import resume_command
from tavola.terminal.lines.talk import result_lines
from tavola.terminal.saved.folder import Lock, unfinished
from tavola.terminal.saved.keeping import Keeper, passing
from tavola.terminal.saved.resuming import Begun, begun

MOST_LEFT = 3  # unfinished games in the list; tavola resume --list has all


@dataclass(frozen=True, slots=True)
class Visit:
    """The options of the command line; what is missing is asked on the screen."""

    game: str | None
    rules: AnyRules | None  # None: not set up yet
    players: str | None
    seed: int | None
    record: Path | None
    force: bool
    begun: Begun | None = None  # a game to go on with


def play_at_home(visit: Visit, settings: Preferences) -> int:
    """Runs the app; returns the exit code."""
    if visit.game is not None:
        info_of(visit.game)  # refuse an unknown game before the app takes the screen
    home = Home(visit)
    if visit.begun is not None:
        home.go_on(visit.begun)
    elif visit.rules is not None:
        home.first_game(settings)
    code = run(TavolaApp(home.story, settings))
    home.farewell(settings)
    return code


class Home:
    """One person's evening: one game after another."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.keeper = None if visit.record is None else Keeper(visit.record, visit.force)
        if self.keeper is not None:
            self.keeper.lock = Lock(self.keeper.path)
        self.game: Local | None = None
        self.games = 0

    def go_on(self, begun: Begun) -> None:
        self.games, self.keeper = 1, begun.keeper
        setup = Setup(begun.match.rules, begun.seated, new_seed(), begun.match)
        self.game = Local(setup, begun.keeper)

    def first_game(self, settings: Preferences) -> None:
        assert self.visit.rules is not None
        info = self.visit.rules.info
        players = default_players(info) if self.visit.players is None else self.visit.players
        seed = new_seed() if self.visit.seed is None else self.visit.seed
        self._sit_down(Setup(self.visit.rules, sitters(players, info, settings.lang), seed))

    def _sit_down(self, setup: Setup) -> Local:
        """A game with a record of its own: that of a second game gets its own file beside the first."""
        self.games += 1
        first = self.visit.record
        if first is None:
            people = any(not sitter.bot for sitter in setup.seated)
            self.keeper = passing(setup.rules.info.name) if people else None
        elif self.games > 1:
            self.keeper = Keeper(first.with_stem(f"{first.stem}-{self.games}"), self.visit.force)
        self.game = Local(setup, self.keeper)
        if self.keeper is not None and not self.keeper.passing:
            self.keeper.begin(self.game.sitting.record())
        return self.game

    async def story(self, app: TavolaApp) -> None:
        while self.game is not None or await self._choose(app):
            ended = await self._play(app)
            if ended != AGAIN:
                return
            assert self.game is not None
            self._put_away(self.game)
            self._sit_down(replace(self.game.setup, seed=new_seed(), begun=None))

    async def _choose(self, app: TavolaApp) -> bool:
        """Choose a game and its options; False if none was chosen."""
        name, left = self.visit.game, self._left()
        while name := name or await app.push_screen_wait(GameListScreen(app.settings, list(left.values()))):
            if name.startswith(LEFT):
                path = list(left)[int(name.removeprefix(LEFT))]
                self.go_on(begun(path, app.settings.lang))
                return True
            info = info_of(name)
            wanted = await app.push_screen_wait(SetupScreen(info, app.settings))
            if wanted is not None:
                seed = new_seed() if self.visit.seed is None else self.visit.seed
                seated = sitters(wanted.players, info, app.settings.lang)
                self._sit_down(Setup(wanted.rules, seated, seed))
                return True
            name = None
        return False

    def _left(self) -> dict[Path, Record]:
        """The unfinished games that may be resumed; none if this game is to be kept in a given file."""
        return {} if self.visit.record is not None else dict(islice(unfinished(), MOST_LEFT))

    async def _play(self, app: TavolaApp) -> str:
        assert self.game is not None
        return await app.sit_at(self.game)

    # ---- after it ----

    def farewell(self, settings: Preferences) -> None:
        """The lines left on the terminal: how it ended, where the record is, the seed."""
        game, lang = self.game, settings.lang
        if game is None:
            return
        trouble = self._saved(game)
        outcome = game.match.outcome
        if outcome is None:
            print(words.GOODBYE.in_(lang))
        else:
            pen = Pen(lang, game.names, lambda _: "", plain=True)
            for line in result_lines(pen, outcome, game.rules.info.score.counts):
                print(line.plain)
        if game.keeper is not None and trouble is None:
            if not game.keeper.passing:
                print(words.KEPT_IN.fill(path=str(game.keeper.path)).in_(lang))
            if outcome is None and not game.forget:
                print(words.GO_ON.fill(command=resume_command(game.keeper)).in_(lang))
        if outcome is not None and not game.setup.begun:
            print(words.SEED.fill(seed=game.setup.seed).in_(lang))
        self._put_away(game)
        if trouble is not None:
            warn(words.WARNING.fill(what=words.NOT_SAVED.fill(why=trouble.said)).in_(lang))

    def _put_away(self, game: Local) -> None:
        """Deletes a temporary record when the game is over, or when the player does not want to resume it."""
        if game.keeper is not None:
            over = game.match.outcome is not None or game.forget
            game.keeper.close(forget=game.keeper.passing and over)

    def _saved(self, game: Local) -> Trouble | None:
        """Saves once more, in case a bot that never stops thinking kept the game from saving itself."""
        if game.keeper is None:
            return None
        try:
            game.keeper.save(game.sitting.record())
        except Trouble as first:
            try:
                game.keeper.last_resort(game.sitting.record())
            except (Trouble, OSError):
                return first
        return None
