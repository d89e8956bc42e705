"""The terminal's own texts, in English, French and Italian. The games have theirs."""

from __future__ import annotations

from tavola.core.words import Phrase, same

ENTER = Phrase("Enter", "Entrée", "Invio")  # the key
AND = Phrase(" and ", " et ", " e ")

WELCOME = Phrase(
    "At any prompt: help, rules, score, quit.",
    "À tout moment : help (aide), rules (règles), score, quit (quitter).",
    "In qualsiasi momento: help (aiuto), rules (regole), score (punti), quit (esci).",
)
WATCHING = Phrase("You are watching.", "Vous assistez à la partie.", "Assisti alla partita.")
ENTER_THROWS = Phrase("Enter throws your dice", "Entrée pour lancer vos dés", "Invio per tirare i dadi")
ENTER_GOES_ON = Phrase(
    "Enter goes on, q ends", "Entrée pour continuer, q pour arrêter", "Invio per continuare, q per finire"
)
NOT_UNDERSTOOD = Phrase(
    "“{text}” means nothing here. Type a number from the list, or help.",
    "« {text} » ne veut rien dire ici. Tapez un numéro de la liste, ou help.",
    "«{text}» qui non significa nulla. Scrivi un numero dell'elenco, o help.",
)
NOTHING_TO_DECIDE = Phrase(
    "There is nothing to decide: Enter throws, help explains.",
    "Il n'y a rien à décider : Entrée pour lancer, help pour l'aide.",
    "Non c'è nulla da decidere: Invio per tirare, help per l'aiuto.",
)
CANT = Phrase("Not possible: {why}.", "Impossible : {why}.", "Non si può: {why}.")
NOTHING_TO_HINT = Phrase(
    "There is nothing to decide now.", "Il n'y a rien à décider maintenant.", "Ora non c'è nulla da decidere."
)
NOTHING_PLAYED = Phrase(
    "Nothing has been played yet.", "Rien n'a encore été joué.", "Non si è ancora giocato nulla."
)
PASS_THE_SCREEN = Phrase(
    "Pass the screen to {who}. {who}, press Enter: ",
    "Passez l'écran à {who}. {who}, appuyez sur Entrée : ",
    "Passa lo schermo a {who}. {who}, premi Invio: ",
)
ONLY_ENTER = Phrase(
    "{who}'s cards are shown after Enter alone.",
    "Les cartes de {who} sont montrées après Entrée seule.",
    "Le carte di {who} si mostrano dopo il solo Invio.",
)
NO_UNDO = Phrase(
    "What is done is done: nothing is taken back at this table.",
    "Ce qui est fait est fait : à cette table, on ne reprend rien.",
    "Quel che è fatto è fatto: a questo tavolo non si torna indietro.",
)
SURE = Phrase(
    "Give up the game? yes or no: ",
    "Abandonner la partie ? oui ou non : ",
    "Abbandonare la partita? sì o no: ",
)
YES = frozenset({"y", "yes", "o", "oui", "s", "si", "sì"})
NO = frozenset({"n", "no", "non"})
KEEP_IT = Phrase(
    "Save it for later? yes or no: ",
    "La garder pour plus tard ? oui ou non : ",
    "Salvarla per dopo? sì o no: ",
)
GO_ON = Phrase("To go on with it: {command}", "Pour la continuer : {command}", "Per continuarla: {command}")
GOES_ON = Phrase(
    "The game goes on after {n} {n:move|moves}.",
    "La partie continue après {n} {n:coup|coups}.",
    "La partita continua dopo {n} {n:mossa|mosse}.",
)
LEFT = Phrase(
    "{game}: {seats}, {moves} {moves:move|moves}. {path}",
    "{game} : {seats}, {moves} {moves:coup|coups}. {path}",
    "{game}: {seats}, {moves} {moves:mossa|mosse}. {path}",
)
NOTHING_LEFT = Phrase("No game was left.", "Aucune partie inachevée.", "Nessuna partita lasciata.")
APP_TABLE = Phrase(
    "The table with mouse and keys", "La table à la souris et au clavier", "Il tavolo con mouse e tastiera"
)
LINES_INSTEAD = Phrase(
    "{why} (here it is played line by line)",
    "{why} (ici, on joue ligne par ligne)",
    "{why} (qui si gioca riga per riga)",
)
REVIEW_PERHAPS = Phrase(
    "r reviews the game, Enter ends: ",
    "r pour revoir la partie avec l'entraîneur, Entrée pour finir : ",
    "r per rivedere la partita con l'allenatore, Invio per finire: ",
)
REVIEW_OR_SAVE = Phrase(
    "r reviews the game, s saves its record, Enter ends: ",
    "r pour revoir la partie avec l'entraîneur, s pour l'enregistrer, Entrée pour finir : ",
    "r per rivedere la partita con l'allenatore, s per salvarla, Invio per finire: ",
)
PLAYS_ON = Phrase("You play on.", "La partie continue.", "La partita continua.")
RESIGNS = Phrase("{who} resigns.", "{who} abandonne.", "{who} abbandona.")
GOODBYE = Phrase(
    "Goodbye. The game is not finished.",
    "Au revoir. La partie n'est pas finie.",
    "Arrivederci. La partita non è finita.",
)
UNFINISHED = Phrase("The game is not finished.", "La partie n'est pas finie.", "La partita non è finita.")
KEPT_IN = Phrase(
    "The record is in {path}", "La partie est enregistrée dans {path}", "La partita è salvata in {path}"
)
SEED = Phrase("Seed {seed}", "Graine {seed}", "Seme casuale {seed}")
GAME_OVER = Phrase(
    "The game is over: {reason}.", "La partie est finie : {reason}.", "La partita è finita: {reason}."
)
WINS = Phrase("{who} wins.", "{who} gagne.", "{who} vince.")
WIN = Phrase("{who} win.", "{who} gagnent.", "{who} vincono.")
NOBODY_WINS = Phrase("Nobody wins.", "Personne ne gagne.", "Non vince nessuno.")
NOT_SAVED = Phrase(
    "the record can't be written just now ({why}); the game goes on",
    "la partie ne peut pas être enregistrée pour l'instant ({why}) ; le jeu continue",
    "per ora la partita non si può salvare ({why}); il gioco continua",
)

WARNING = Phrase("warning: {what}", "attention : {what}", "attenzione: {what}")
NOT_LOADED = Phrase(
    "the game {game} can't be loaded: {why}",
    "le jeu {game} ne se charge pas : {why}",
    "il gioco {game} non si carica: {why}",
)

# Help at a prompt.
HELP_NOW = Phrase("You may type:", "Vous pouvez taper :", "Puoi scrivere:")
HINT_NOTATION = Phrase(
    "a number of the list, or the move itself: {moves}",
    "un numéro de la liste, ou le coup lui-même : {moves}",
    "un numero dell'elenco, o la mossa stessa: {moves}",
)
HELP_ENTER = Phrase("shows the table again", "montre la table à nouveau", "mostra di nuovo il tavolo")
HELP_ENTER_THROWS = Phrase("throws your dice", "lance vos dés", "tira i tuoi dadi")
QUIT = same("quit")
HELP_QUIT_KEPT = Phrase(
    "leave; the record is kept", "quitter ; la partie reste enregistrée", "esci; la partita resta salvata"
)
HELP_QUIT = Phrase(
    "leave; nothing is kept without --record FILE",
    "quitter ; rien n'est enregistré sans --record FICHIER",
    "esci; nulla viene salvato senza --record FILE",
)
HELP_COMMANDS: tuple[tuple[Phrase, Phrase], ...] = (
    (
        same("score"),
        Phrase("where the game stands", "où en est la partie", "a che punto è la partita"),
    ),
    (
        same("hint"),
        Phrase(
            "the best move, and what others cost",
            "le meilleur coup, et ce que coûtent les autres",
            "la mossa migliore, e quanto costano le altre",
        ),
    ),
    (
        same("rules"),
        Phrase("the rules of the game", "les règles du jeu", "le regole del gioco"),
    ),
    (
        same("resign"),
        Phrase("give up and end the game", "abandonner et finir la partie", "abbandona e chiudi la partita"),
    ),
)

HELP_LAST = (
    same("last"),
    Phrase("the last play again", "le dernier coup à nouveau", "di nuovo l'ultima giocata"),
)

# What may be typed at every prompt, in the words of each language.
COMMANDS: dict[str, str] = {
    **dict.fromkeys(("help", "?", "aide", "aiuto"), "help"),
    **dict.fromkeys(("hint", "conseil", "indice", "consiglio"), "hint"),
    **dict.fromkeys(("rules", "règles", "regles", "regole"), "rules"),
    **dict.fromkeys(("score", "scores", "table", "punti"), "score"),
    **dict.fromkeys(("last", "l", "dernier", "ultima", "ultimo"), "last"),
    **dict.fromkeys(("undo", "annuler", "annulla"), "undo"),
    **dict.fromkeys(("quit", "q", "exit", "quitter", "partir", "esci"), "quit"),
    **dict.fromkeys(("resign", "abandonner", "abbandona"), "resign"),
}

# The lists of games and options.
PLAYERS = Phrase("players", "joueurs", "giocatori")
OPTIONS = Phrase("options", "options", "opzioni")
OPTION = Phrase("option", "option", "opzione")
DEFAULT = Phrase("default", "par défaut", "predefinito")
TAKES = Phrase("takes", "valeurs", "valori")
MEANING = Phrase("meaning", "signification", "significato")
PRESETS = Phrase("presets", "variantes", "varianti")
AS_IT_STANDS = Phrase("the defaults", "les valeurs par défaut", "i valori predefiniti")
PLAYS_LIKE = Phrase("{who}: {line}", "{who} : {line}", "{who}: {line}")
OPPONENTS = Phrase("Opponents (--players)", "Adversaires (--players)", "Avversari (--players)")
NO_OPTIONS = Phrase("no options", "aucune option", "nessuna opzione")
HOW_TO_PLAY = Phrase(
    "tavola rules GAME explains one, tavola play GAME plays it.",
    "tavola rules JEU pour les règles, tavola play JEU pour jouer.",
    "tavola rules GIOCO per le regole, tavola play GIOCO per giocare.",
)

# ---- why a command is refused ----

# Going on with a game, keeping it.

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

# What a command was given.

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
