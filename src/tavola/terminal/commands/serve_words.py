"""What `tavola serve` says, in three languages."""

from __future__ import annotations

from tavola.core.words import Phrase

OPEN = Phrase(
    "The house is open: {url}",
    "La maison est ouverte : {url}",
    "La casa è aperta: {url}",
)
STOP = Phrase(
    "Ctrl-C closes it when the games in play are over; a second Ctrl-C at once.",
    "Ctrl-C la ferme quand les parties en cours sont finies ; un second Ctrl-C, tout de suite.",
    "Ctrl-C la chiude quando le partite in corso sono finite; un secondo Ctrl-C, subito.",
)
LINES = Phrase("all games, JSON lines", "tous les jeux, lignes JSON", "tutti i giochi, righe JSON")
WEBSOCKET = Phrase("all games, WebSocket", "tous les jeux, WebSocket", "tutti i giochi, WebSocket")
