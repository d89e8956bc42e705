"""5000 over TCP, as the original server spoke it: training, battle, tournament.

docs/5000-server.md describes the protocol.

- commands.py, protocol.py: lines from players and to them; no I/O
- table.py, quick_rules.py: one game as the protocol plays it; no I/O
- connection.py: one player's connection
- matchmaking.py, running_game.py: players that wait, and that play; clocks, names, results
- server.py, settings.py: the environments and their ports, their limits
- names.py, contest.py: names of players, and of the teams of a contest
- schedule.py, tournament_day.py: the schedule of a contest's tournament, and its day; no I/O
- scheduled.py, doorstep.py: matchmaking by that schedule; the connection before it has proved its team
- gallery.py, projector.py, pages.py: what spectators see, and which game is worth it; scoreboards
- tournament.py: the tournament among several nodes, at one of them
- client.py: a bot that plays at such a server, `5000://HOST:PORT`
- service.py: all of it as a service that `tavola serve` opens
"""
