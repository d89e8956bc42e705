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
DOORS = {
    "scoreboards": Phrase("5000 scoreboards", "scores du 5000", "punteggi del 5000"),
    "training": Phrase("5000 training, alone", "5000 entraînement, seul", "5000 allenamento, da soli"),
    "battle": Phrase("5000 battle, by two", "5000 bataille, à deux", "5000 battaglia, in due"),
    "tournament": Phrase("5000 tournament, by three", "5000 tournoi, à trois", "5000 torneo, in tre"),
    "lines": Phrase("all games, JSON lines", "tous les jeux, lignes JSON", "tutti i giochi, righe JSON"),
    "websocket": Phrase("all games, WebSocket", "tous les jeux, WebSocket", "tutti i giochi, WebSocket"),
}
NOT_YET = Phrase(
    "closed until the day; then at port {port}, without --no-tournament",
    "fermé jusqu'au jour venu ; alors au port {port}, sans --no-tournament",
    "chiuso fino al giorno; poi alla porta {port}, senza --no-tournament",
)
