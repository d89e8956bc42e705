"""5000 over TCP as a service of `tavola serve`: its settings, how it is opened and announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tavola.core.words import Phrase
from tavola.server.setting_kinds import DOORS, FLAG, LIMITS, PORT, Number, Text, Whole, setting

if TYPE_CHECKING:
    from tavola.core.record import Record
    from tavola.games.five_thousand.tcp.server import TcpServer
    from tavola.games.five_thousand.tcp.tournament import SharedTournament
    from tavola.server.http.routes import Route
    from tavola.server.service import ServiceContext
    from tavola.server.settings import Settings

GAME = "5000"
SCOREBOARDS = Phrase("5000 scoreboards", "Scores du 5000", "Punteggi del 5000")
ANNOUNCED = {
    "scoreboards": Phrase("5000 scoreboards", "scores du 5000", "punteggi del 5000"),
    "projector": Phrase("5000 projector", "projection du 5000", "proiezione del 5000"),
    "training": Phrase("5000 training, alone", "5000 entraînement, seul", "5000 allenamento, da soli"),
    "battle": Phrase("5000 battle, by two", "5000 bataille, à deux", "5000 battaglia, in due"),
    "tournament": Phrase("5000 tournament, by three", "5000 tournoi, à trois", "5000 torneo, in tre"),
}
NOT_YET = Phrase(
    "closed until the day; then at port {port}, without --no-tournament",
    "fermé jusqu'au jour venu ; alors au port {port}, sans --no-tournament",
    "chiuso fino al giorno; poi alla porta {port}, senza --no-tournament",
)


@dataclass(frozen=True, slots=True)
class TcpSettings:
    """Its settings. Three have `arena` in their name, as the options of the first version had."""

    training_port: int = setting(8998, PORT, "5000 over TCP, alone.", group=DOORS)
    battle_port: int = setting(8999, PORT, "5000 over TCP, by two.", group=DOORS)
    tournament_port: int = setting(9000, PORT, "5000 over TCP, by three, one table at a time.", group=DOORS)
    teams: str = setting(
        "",
        Text(500, "a file that names the teams, one a line"),
        "A contest: only the teams of this file play 5000 by two and by three, with their tokens.",
        group=DOORS,
    )
    tournament: bool = setting(
        True,
        FLAG,
        "Whether 5000 by three is open; until the day of a contest it may be closed.",
        group=DOORS,
    )
    tournament_minutes: float = setting(
        0.0,
        Number(0, 10_080, "minutes"),
        "How long the tournament of a contest lasts; 0: until every team is told from the next.",
        group=DOORS,
    )
    tournament_assembly: float = setting(
        60.0,
        Number(0, 86_400),
        "How many seconds the tournament of a contest waits for all its teams, once three are there.",
        group=DOORS,
    )
    tournament_absence: float = setting(
        10.0,
        Number(0, 3600),
        "How many seconds a game of the contest waits for a team before it is lost.",
        group=DOORS,
    )
    tournament_thinking: float = setting(
        15.0,
        Number(0, 3600),
        "How many seconds a player of the contest may think in one game, all in all; 0: any number.",
        group=DOORS,
    )
    arena_line_bytes: int = setting(
        1024, Whole(64, 1 << 16), "The longest line in 5000 over TCP.", group=LIMITS
    )
    arena_waiting: int = setting(
        500, Whole(1, 100_000), "Players of 5000 over TCP waiting in one environment.", group=LIMITS
    )
    arena_tables: int = setting(
        1000, Whole(1, 100_000), "Tables of 5000 over TCP in play in one environment.", group=LIMITS
    )


class OpenTcp:
    """All environments open at this node. Of several nodes only one has the tournament."""

    def __init__(
        self, server: TcpServer, ports: Mapping[str, int], tournament: SharedTournament | None
    ) -> None:
        self.server = server
        self.ports = ports
        self.tournament = tournament

    def _servers(self) -> list[TcpServer]:
        there = None if self.tournament is None else self.tournament.server
        return [self.server] if there is None else [self.server, there]

    def status(self) -> dict[str, dict[str, Any]]:
        """For each environment: the players that wait and that play, and the commitments of the dice."""
        return {name: each for server in self._servers() for name, each in server.status().items()}

    def in_play(self, table: str) -> Record | Phrase | None:
        """A game as far as it is played, or why spectators have to wait for it. See server/service.py."""
        found = (server.in_play(table) for server in self._servers())
        return next((each for each in found if each is not None), None)

    def counters(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for server in self._servers():
            for what, number in server.counters.as_dict().items():
                found[what] = found.get(what, 0) + number
        return found

    async def stop(self, grace: float = 0.0) -> None:
        ending = [] if self.tournament is None else [self.tournament.end(grace)]
        import asyncio  # late: settings are read by commands that need no loop

        await asyncio.gather(self.server.stop(grace), *ending)


class TcpService:
    """See server/service.py."""

    settings = TcpSettings
    link = "/scoreboards", SCOREBOARDS

    async def open(self, context: ServiceContext) -> OpenTcp:
        from tavola.games.five_thousand.tcp import settings as environments
        from tavola.games.five_thousand.tcp.server import TcpServer
        from tavola.games.five_thousand.tcp.tournament import SharedTournament
        from tavola.server.connections.proxied import behind_proxies
        from tavola.server.telemetry.prometheus import Followed

        chosen: TcpSettings = context.settings.services[GAME]
        limits = environments.TcpLimits.of(context.settings, chosen)

        def make(several: Sequence[environments.TcpEnvironment]) -> TcpServer:
            return TcpServer(
                several,
                scores=context.store,
                names=context.store,
                settings=limits,
                gate=context.connection_limit,
                claims=context.rates.of_kind("claim"),
                written=context.rates.of_kind("address_log"),
                behind=partial(behind_proxies, "lines", context.settings, context.metrics),
                moderation=context.moderation,
            )

        node, host, tournament = context.node, context.settings.host, None
        here = [each for each in environments.ENVIRONMENTS if node is None or not each.single]
        server = make(here)
        ports = await server.start(host, {each.name: getattr(chosen, f"{each.name}_port") for each in here})
        if node is not None:
            single = [each for each in environments.ENVIRONMENTS if each.single]
            port = chosen.tournament_port
            tournament = SharedTournament(context.store, node.me, lambda: make(single), host, port)
            try:
                await node.watch_over(tournament)
            except BaseException:
                await server.stop()
                raise
            ports["tournament"] = tournament.ports.get("tournament", port)
        opened = OpenTcp(server, ports, tournament)
        told = "5000 over TCP: what happened since the start."
        metric = Followed("tavola_five_thousand_tcp_total", told, ["what"])
        metric.follow(opened.counters)
        context.metrics.add(metric)
        return opened

    def routes(self) -> Sequence[Route]:
        from tavola.games.five_thousand.tcp import pages, projector

        return (*pages.ROUTES, *projector.ROUTES)

    def announce(self, settings: Settings, ports: Mapping[str, int]) -> list[tuple[Phrase, str | Phrase]]:
        chosen: TcpSettings = settings.services[GAME]
        found: list[tuple[Phrase, str | Phrase]] = [
            (ANNOUNCED["scoreboards"], self.link[0]),
            (ANNOUNCED["projector"], f"/projector/{GAME}"),
        ]
        found += [(ANNOUNCED[name], str(ports[name])) for name in ("training", "battle", "tournament")]
        if not chosen.tournament:
            found[-1] = ANNOUNCED["tournament"], NOT_YET.fill(port=ports["tournament"])
        return found


SERVICE = TcpService()
