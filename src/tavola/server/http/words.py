"""What the pages say, in three languages."""

from __future__ import annotations

from tavola.core.words import Phrase

ABOUT = Phrase(
    "Tavern dice and Italian cards, against the house or with friends, without an account: {games}.",
    "Dés de bistrot et cartes italiennes, contre la maison ou entre amis, sans compte : {games}.",
    "Dadi da osteria e carte italiane, contro la casa o con gli amici, senza iscriversi: {games}.",
)
INVITED = Phrase(
    "A seat at the table is free for you",
    "Une place à la table vous attend",
    "Un posto al tavolo ti aspetta",
)
PREVIEW = Phrase(
    "Dice and Italian cards on green felt",
    "Des dés et des cartes italiennes sur un tapis vert",
    "Dadi e carte italiane sul panno verde",
)
START = Phrase("Start page", "Accueil", "Pagina iniziale")
NOT_HERE = Phrase("There is nothing here.", "Il n’y a rien ici.", "Qui non c’è niente.")
NOT_BUILT = Phrase("The page is not built.", "La page n’est pas construite.", "La pagina non è costruita.")
DOCS_NOT_BUILT = Phrase(
    "The documentation is not built.",
    "La documentation n’est pas construite.",
    "La documentazione non è costruita.",
)
HOW_TO_BUILD = Phrase(
    "Tavola was installed without it. In its folder, this builds it:",
    "Tavola a été installé sans elle. Dans son dossier, ceci la construit :",
    "Tavola è stato installato senza. Nella sua cartella, questo la costruisce:",
)
SKIP = Phrase("To the content", "Au contenu", "Al contenuto")
OWN_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
