"""5000 over TCP, as the original server spoke it: training, battle, tournament.

docs/5000-server.md describes the protocol.

- commands.py, protocol.py: what players say, what they are told; no I/O
- table.py, quick_rules.py: one game as the protocol plays it; no I/O
- connection.py: one player's connection
- matchmaking.py, running_game.py: who waits, who plays; clocks, names, results
- server.py, settings.py: the environments and their ports, their limits
- names.py, contest.py: who may play under which name
- schedule.py, tournament_day.py: the schedule of a contest's tournament, and its day; no I/O
- scheduled.py, doorstep.py: matchmaking by that schedule; who is it?
- gallery.py, projector.py, pages.py: what onlookers see, and which game is worth it; scoreboards
- tournament.py: among several nodes, the one node that has the tournament
- client.py: a bot at the far end, `5000://HOST:PORT`
- service.py: all of it as a service that `tavola serve` opens
"""
