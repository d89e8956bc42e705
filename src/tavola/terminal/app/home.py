"""`tavola play` in the app: from the list of games to the farewell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tavola.core.errors import Trouble
from tavola.terminal import words
from tavola.terminal.app.app import TavolaApp, new_seed, run
from tavola.terminal.app.local import Local, Setup
from tavola.terminal.app.source import AnyRules
from tavola.terminal.app.start import GameList, SetupScreen
from tavola.terminal.app.table import AGAIN, Settings
from tavola.terminal.catalogue import info_of
from tavola.terminal.keeping import Keeper
from tavola.terminal.screen import warn
from tavola.terminal.seats import default_players, sitters


@dataclass(frozen=True, slots=True)
class Visit:
    """What the command line asked for; what it did not say is asked on the screen."""

    game: str | None
    rules: AnyRules | None  # None: not set up yet
    players: str | None
    seed: int | None
    record: Path | None
    force: bool


def play_at_home(visit: Visit, settings: Settings) -> int:
    """The app until its end; gives the exit code."""
    if visit.game is not None:
        info_of(visit.game)  # a game there is not is refused before the screen is taken
    home = Home(visit)
    if visit.rules is not None:
        home.first_game(settings)
    code = run(TavolaApp(home.story, settings))
    home.farewell(settings)
    return code


class Home:
    """One person's evening: one game after another."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.keeper = None if visit.record is None else Keeper(visit.record, visit.force)
        self.game: Local | None = None
        self.games = 0

    def first_game(self, settings: Settings) -> None:
        assert self.visit.rules is not None
        info = self.visit.rules.info
        players = default_players(info) if self.visit.players is None else self.visit.players
        seed = new_seed() if self.visit.seed is None else self.visit.seed
        self._sit_down(Setup(self.visit.rules, sitters(players, info, settings.lang), seed))

    def _sit_down(self, setup: Setup) -> Local:
        """A game with a record of its own: that of a second one is kept beside the first."""
        self.games += 1
        if self.keeper is not None and self.games > 1:
            first = self.visit.record
            assert first is not None
            self.keeper = Keeper(first.with_stem(f"{first.stem}-{self.games}"), self.visit.force)
        self.game = Local(setup, self.keeper)
        if self.keeper is not None:
            self.keeper.begin(self.game.match.record(setup.tags))
        return self.game

    async def story(self, app: TavolaApp) -> None:
        while self.game is not None or await self._choose(app):
            ended = await self._play(app)
            if ended != AGAIN:
                return
            assert self.game is not None
            self._sit_down(replace(self.game.setup, seed=new_seed()))

    async def _choose(self, app: TavolaApp) -> bool:
        """Which game, and how; False if none after all."""
        name = self.visit.game
        while name := name or await app.push_screen_wait(GameList(app.settings)):
            info = info_of(name)
            wanted = await app.push_screen_wait(SetupScreen(info, app.settings))
            if wanted is not None:
                seed = new_seed() if self.visit.seed is None else self.visit.seed
                seated = sitters(wanted.players, info, app.settings.lang)
                self._sit_down(Setup(wanted.rules, seated, seed))
                return True
            name = None
        return False

    async def _play(self, app: TavolaApp) -> str:
        assert self.game is not None
        return await app.sit_at(self.game)

    # ---- after it ----

    def farewell(self, settings: Settings) -> None:
        """What stays on the terminal: how it ended, where the record is, what the luck came from."""
        game, lang = self.game, settings.lang
        if game is None:
            return
        trouble = self._saved(game)
        outcome = game.match.outcome
        if outcome is None:
            print(words.GOODBYE.in_(lang))
        else:
            print(words.GAME_OVER.fill(reason=outcome.reason).in_(lang))
        if game.keeper is not None and trouble is None:
            print(words.KEPT_IN.fill(path=str(game.keeper.path)).in_(lang))
        if outcome is not None:
            print(words.SEED.fill(seed=game.setup.seed).in_(lang))
        if trouble is not None:
            warn(words.WARNING.fill(what=words.NOT_SAVED.fill(why=str(trouble))).in_(lang))

    def _saved(self, game: Local) -> Trouble | None:
        """Once more, should a bot that thinks for ever have kept the game from saving itself."""
        if game.keeper is None:
            return None
        try:
            game.keeper.save(game.match.record(game.setup.tags))
        except Trouble as first:
            try:
                game.keeper.last_resort(game.match.record(game.setup.tags))
            except (Trouble, OSError):
                return first
        return None
