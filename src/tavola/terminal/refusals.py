"""Why the terminal does not do what was asked, in English, French and Italian."""

from __future__ import annotations

from tavola.core.words import Phrase

# ---- going on with a game, keeping it ----

NOTHING_TO_RESUME = Phrase(
    "no unfinished game is kept in {folder}; tavola play begins one",
    "aucune partie inachevée n'est gardée dans {folder} ; tavola play en commence une",
    "in {folder} non c'è nessuna partita da continuare; tavola play ne comincia una",
)
SAVED_MATCH = Phrase(
    "a match that another program saved can be replayed, not gone on with",
    "une partie enregistrée par le programme d'origine peut être revue (tavola replay), pas continuée",
    "una partita salvata dal programma originale si può rivedere (tavola replay), non continuare",
)
NOBODY_KNOWN = Phrase(
    "the record does not say who was a bot, as those of tavola play do: it can't be gone on with",
    "rien n'y dit qui était un bot, comme le font les parties de tavola play : elle ne peut pas continuer",
    "non vi è scritto chi era un bot, come nelle partite di tavola play: non si può continuare",
)
IS_OVER = Phrase(
    "that game is over: tavola replay shows it, tavola review goes through it",
    "cette partie est finie : tavola replay la montre, tavola review la commente",
    "quella partita è finita: tavola replay la mostra, tavola review la commenta",
)
RESUME_OR_FORCE = Phrase(
    "; tavola resume goes on with an unfinished game, --force overwrites it",
    " ; tavola resume continue une partie inachevée, --force écrase le fichier",
    "; tavola resume continua una partita non finita, --force sovrascrive il file",
)


ONLY_RECORDS = Phrase(
    "the coach reads records; this is a saved match, which tavola replay shows",
    "l'entraîneur lit les parties de tavola ; celle-ci vient d'un autre programme, tavola replay la montre",
    "l'allenatore legge le partite di tavola; questa viene da un altro programma, tavola replay la mostra",
)

# ---- what a command was given ----

WHICH_GAME = Phrase(
    "which game? tavola play GAME; there are: {known}",
    "quel jeu ? tavola play JEU ; il y a : {known}",
    "quale gioco? tavola play GIOCO; ci sono: {known}",
)
SECONDS = Phrase(
    "{option} takes seconds from {low} to {high}, not {given}",
    "{option} prend des secondes de {low} à {high}, pas {given}",
    "{option} prende secondi da {low} a {high}, non {given}",
)
THESE_SECONDS = Phrase(
    "these are seconds from {low} to {high}, not {given}",
    "ce sont des secondes de {low} à {high}, pas {given}",
    "sono secondi da {low} a {high}, non {given}",
)
NAME_VALUE = Phrase(
    "--set takes NAME=VALUE, not {given}; {game} has {there}",
    "--set prend NOM=VALEUR, pas {given} ; {game} a {there}",
    "--set prende NOME=VALORE, non {given}; {game} ha {there}",
)
NEEDS_TERMINAL = Phrase(
    "tavola join draws a table and needs a terminal; in a pipe, tavola bot run plays at a server",
    "tavola join dessine une table et veut un terminal ; dans un tube, tavola bot run joue sur un serveur",
    "tavola join disegna un tavolo e vuole un terminale; in una pipe, tavola bot run gioca su un server",
)
CLAIM_WHICH = Phrase(
    "--claim makes a name yours for good: say which, with --name",
    "--claim rend un nom vôtre pour de bon : dites lequel, avec --name",
    "--claim rende un nome tuo per sempre: di' quale, con --name",
)
OWN_NAME = Phrase(
    "--name takes 1 to {most} printable characters, not {given}",
    "--name prend de 1 à {most} caractères imprimables, pas {given}",
    "--name prende da 1 a {most} caratteri stampabili, non {given}",
)
