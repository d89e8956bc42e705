"""What the app says, in English, French and Italian."""

from __future__ import annotations

from tavola.core.words import Phrase

# Whose turn.
YOUR_TURN = Phrase("{who}, it is your turn", "{who}, à vous", "{who}, tocca a te")
TURN_OF = Phrase("{who} plays", "{who} joue", "gioca {who}")
DEALING = Phrase("the cards are dealt", "on distribue", "si danno le carte")
IS_OVER = Phrase("the game is over", "la partie est finie", "la partita è finita")
WAITING = Phrase("waiting for others", "on attend d'autres joueurs", "si aspettano altri giocatori")
LOST = Phrase(
    "connection lost, trying again", "connexion perdue, nouvel essai", "connessione persa, si riprova"
)
FOUND = Phrase("The connection is back.", "La connexion est rétablie.", "La connessione è tornata.")

# What to do.
PICK_TO_KEEP = Phrase("dice you pick stay", "les dés choisis restent", "i dadi scelti restano")
PICK_TO_PLAY = Phrase("dice you pick are played", "les dés choisis sont joués", "i dadi scelti si giocano")
PICK_TO_THROW = Phrase(
    "dice you pick are thrown again", "les dés choisis sont relancés", "i dadi scelti si rilanciano"
)
PICK_A_CARD = Phrase("pick a card", "choisissez une carte", "scegli una carta")
PICK_THE_TAKEN = Phrase(
    "{card}: pick what it takes", "{card} : choisissez ce qu'il prend", "{card}: scegli che cosa prende"
)
KEEPS = Phrase("keep", "garder", "tieni")
PLAYS = Phrase("play", "jouer", "gioca")
AGAIN = Phrase("again", "relance", "rilancia")
THROW_DICE = Phrase("throw the dice", "lancer les dés", "tira i dadi")
KEEP_AND_HIT = Phrase(
    "hit the table, last throw", "frapper la table, dernier lancer", "batti sul tavolo, ultimo tiro"
)
NOT_YOUR_TURN = Phrase(
    "it is not your turn to decide", "ce n'est pas à vous de décider", "non tocca a te decidere"
)

# Keys, at the foot.
KEY_ENTER = Phrase("Enter", "Entrée", "Invio")
KEY_SPACE = Phrase("Space", "Espace", "Spazio")
FOOT_PICK = Phrase("pick", "choisir", "scegli")
FOOT_WAYS = Phrase("other take", "autre prise", "altra presa")
FOOT_HELP = Phrase("help", "aide", "aiuto")
FOOT_RULES = Phrase("rules", "règles", "regole")
FOOT_LANGUAGE = Phrase("language", "langue", "lingua")
FOOT_HINT = Phrase("hint", "conseil", "consiglio")
FOOT_CHAT = Phrase("chat", "parler", "parla")
FOOT_BOT = Phrase("seat a bot", "inviter un robot", "fai sedere un bot")
FOOT_SIT = Phrase("sit down", "s'asseoir", "siediti")
FOOT_RESIGN = Phrase("resign", "abandonner", "abbandona")
FOOT_QUIT = Phrase("quit", "quitter", "esci")
FOOT_BACK = Phrase("back", "retour", "indietro")

# Dialogs.
YES = Phrase("yes", "oui", "sì")
NO = Phrase("no", "non", "no")
ASK_QUIT = Phrase("Leave the game?", "Quitter la partie ?", "Lasciare la partita?")
ASK_QUIT_KEPT = Phrase(
    "Leave the game? Its record is kept in {path}.",
    "Quitter la partie ? Elle est enregistrée dans {path}.",
    "Lasciare la partita? È salvata in {path}.",
)
ASK_QUIT_SAVED = Phrase(
    "Leave the game? It is saved, and tavola resume goes on with it.",
    "Quitter la partie ? Elle est enregistrée, et tavola resume la continue.",
    "Lasciare la partita? È salvata, e tavola resume la continua.",
)
WITHOUT_SAVING = Phrase("leave without saving", "quitter sans enregistrer", "esci senza salvare")
REVIEW = Phrase("review it", "la revoir", "rivedila")
REVIEW_TITLE = Phrase("What it cost", "Ce que cela a coûté", "Quanto è costato")
GOES_THROUGH = Phrase("the coach goes through it", "l'entraîneur la parcourt", "l'allenatore la ripercorre")
ASK_QUIT_REMOTE = Phrase(
    "Leave the table? The game goes on there and your seat stays yours.",
    "Quitter la table ? La partie y continue et votre place reste la vôtre.",
    "Lasciare il tavolo? La partita continua e il posto resta tuo.",
)
ASK_RESIGN = Phrase("Give up the game?", "Abandonner la partie ?", "Abbandonare la partita?")
ASK_REPORT = Phrase(
    "Which line do you report? Only whoever runs the server hears of it.",
    "Quelle ligne signalez-vous ? Seul le responsable du serveur l'apprend.",
    "Quale riga segnali? Lo viene a sapere solo chi gestisce il server.",
)
REPORT = Phrase("report", "signaler", "segnala")
REPORTED = Phrase(
    "Reported: what {who} said. Somebody will look at it.",
    "Signalé : ce que {who} a dit. Quelqu'un le regardera.",
    "Segnalato: quello che ha detto {who}. Qualcuno lo guarderà.",
)
NOBODY_SPOKE = Phrase(
    "Nobody else has said anything here.",
    "Personne d'autre n'a rien dit ici.",
    "Qui nessun altro ha detto nulla.",
)
ASK_SIT = Phrase("Do you sit down?", "Prenez-vous place ?", "Ti siedi?")
PASS_THE_SCREEN = Phrase(
    "Pass the screen to {who}.\n{who}, press Enter when nobody else looks.",
    "Passez l'écran à {who}.\n{who}, appuyez sur Entrée quand personne d'autre ne regarde.",
    "Passa lo schermo a {who}.\n{who}, premi Invio quando nessun altro guarda.",
)
GOES_ON = Phrase("go on", "continuer", "continua")
ANOTHER = Phrase("another game", "une autre partie", "un'altra partita")
REMATCH = Phrase("rematch", "revanche", "rivincita")
SAVE = Phrase("save the record", "enregistrer la partie", "salva la partita")
LEAVE = Phrase("leave", "quitter", "esci")
LOOK_AT_IT = Phrase("look at the table", "voir la table", "guarda il tavolo")
FILE_NAME = Phrase("Save the record as", "Enregistrer la partie sous", "Salva la partita come")
NO_HOME = Phrase(
    "~ means nothing here: write the whole path",
    "~ ne veut rien dire ici : écrivez le chemin entier",
    "~ qui non significa nulla: scrivi il percorso intero",
)
SAVED_AS = Phrase("The record is in {path}", "La partie est dans {path}", "La partita è in {path}")
WANTS_REMATCH = Phrase("{who} wants a rematch", "{who} veut une revanche", "{who} vuole la rivincita")
STOPPED = Phrase("The game can't go on", "La partie ne peut pas continuer", "La partita non può continuare")
INVITE = Phrase(
    "Others come to this table with: {link}",
    "On rejoint cette table par : {link}",
    "A questo tavolo si arriva con: {link}",
)
COMMITTED = Phrase(
    "Throws and deals are committed to: {commitment} (F9: more)",
    "Lancers et donnes sont engagés : {commitment} (F9 : plus)",
    "Tiri e carte sono impegnati: {commitment} (F9: di più)",
)
NOT_KEPT = Phrase(
    "The commitment could not be written down here: if you leave before the end, nothing can be verified.",
    "L'engagement n'a pas pu être noté ici : si vous partez avant la fin, rien ne pourra être vérifié.",
    "L'impegno non si è potuto annotare qui: se esci prima della fine, nulla si potrà verificare.",
)
FOOT_DICE = Phrase("fair?", "honnête ?", "onesto?")
DICE_TITLE = Phrase(
    "Are throws and deals fair?", "Lancers et donnes sont-ils honnêtes ?", "Tiri e carte sono onesti?"
)
DICE_STILL = Phrase(
    "At the end the server must reveal the seed. It is then compared with what was kept here, and every "
    "throw and deal is made again.",
    "À la fin, le serveur doit révéler la graine. Elle est alors comparée à ce qui est gardé ici, et chaque "
    "lancer et chaque donne sont refaits.",
    "Alla fine il server deve rivelare il seme. Allora lo si confronta con quanto è tenuto qui, e ogni tiro "
    "e ogni distribuzione si rifanno.",
)
DICE_KEPT = Phrase(
    "kept before you sat down",
    "gardé avant que vous ne vous asseyiez",
    "tenuto da prima che ti sedessi",
)
DICE_NOT_BEFORE = Phrase(
    "not seen here before you sat down: this game can't be verified here",
    "pas vu ici avant que vous ne vous asseyiez : cette partie ne peut être vérifiée ici",
    "qui non visto prima che ti sedessi: questa partita qui non si può verificare",
)
DICE_ROWS = {
    "table": Phrase("Table", "Table", "Tavolo"),
    "commitment": Phrase("Commitment", "Engagement", "Impegno"),
    "seed": Phrase("Seed", "Graine", "Seme"),
    "salt": Phrase("Salt of {who}", "Sel de {who}", "Sale di {who}"),
}
SITS = Phrase("{who} sits down", "{who} s'assied", "{who} si siede")
STANDS_UP = Phrase("{who} stands up", "{who} se lève", "{who} si alza")
AWAY = Phrase("away", "absent", "assente")
HAS_GONE = Phrase("{who} is away.", "{who} n'est plus là.", "{who} è assente.")
IS_BACK = Phrase("{who} is back.", "{who} est de retour.", "{who} è di nuovo qui.")
CALL_OFF = Phrase("call the game off", "annuler la partie", "annulla la partita")
CLAIM_WIN = Phrase("claim the win", "réclamer la victoire", "reclama la vittoria")
GO_ON_WITH_BOT = Phrase("go on with a bot", "continuer avec un robot", "continua con un bot")
IN_SECONDS = Phrase("in {n} s", "dans {n} s", "fra {n} s")
TERMS = Phrase("Here: {terms}", "Ici : {terms}", "Qui: {terms}")
USUAL = Phrase("the usual rules", "les règles usuelles", "le regole solite")
CLOCK_DECISION = Phrase("{seconds} s a move", "{seconds} s par coup", "{seconds} s a mossa")
CLOCK_GAME = Phrase("{seconds} s a game", "{seconds} s par partie", "{seconds} s a partita")
NO_CLOCK = Phrase("no clock", "sans pendule", "senza orologio")
RATED = Phrase("counts for the standings", "compte pour le classement", "conta per la classifica")
UNRATED = Phrase(
    "does not count for the standings", "ne compte pas pour le classement", "non conta per la classifica"
)
QUIET = Phrase("no chat", "sans discussion", "senza chiacchiere")
FREE = Phrase("free", "libre", "libero")
SAY_SOMETHING = Phrase("say something", "dire quelque chose", "di' qualcosa")
TIME_LEFT = Phrase("{n} s left", "reste {n} s", "restano {n} s")
TOO_SMALL = Phrase(
    "The window is too small:\n{width} columns and {height} lines are needed.",
    "La fenêtre est trop petite :\nil faut {width} colonnes et {height} lignes.",
    "La finestra è troppo piccola:\nservono {width} colonne e {height} righe.",
)
THINKS = Phrase("looking for the best", "recherche du meilleur coup", "si cerca la mossa migliore")
FIRST_TIME = Phrase(
    "The first time the game is compiled or solved for it; later it is there at once.",
    "La première fois, le jeu est d'abord compilé ou résolu ; ensuite, c'est immédiat.",
    "La prima volta il gioco va prima compilato o risolto; poi è immediato.",
)
NO_HINTS = Phrase(
    "There are no hints at this table.",
    "Il n'y a pas de conseils à cette table.",
    "A questo tavolo non ci sono consigli.",
)
GETS_READY = Phrase(
    "a bot gets ready, the first time slowly",
    "un robot se prépare, la première fois lentement",
    "un bot si prepara, la prima volta piano",
)
HINT_TITLE = Phrase("hint", "conseil", "consiglio")

# Help.
HELP_TITLE = Phrase("Keys", "Touches", "Tasti")
HELP_DICE = Phrase(
    "1 to 5, or a click: pick a die, or put it back. What a picked die means stands below the dice.",
    "1 à 5, ou un clic : choisir un dé, ou le reposer. Ce que cela signifie est écrit sous les dés.",
    "1 a 5, o un clic: scegli un dado, o rimettilo. Che cosa significa sta scritto sotto i dadi.",
)
HELP_CARDS = Phrase(
    "1 to 9, arrows, or a click: pick a card of your hand. If it can take in several ways, click the cards "
    "of the table that it takes, or go through the ways with the space bar.",
    "1 à 9, flèches, ou un clic : choisir une carte. Si elle peut prendre de plusieurs façons, cliquez sur "
    "les cartes de la table qu'elle prend, ou parcourez les façons avec la barre d'espace.",
    "1 a 9, frecce, o un clic: scegli una carta. Se può prendere in più modi, clicca sulle carte in tavola "
    "che prende, o scorri i modi con la barra spaziatrice.",
)
HELP_ENTER = Phrase(
    "Enter, or a click on a button: do it. The letters on the buttons are keys too.",
    "Entrée, ou un clic sur un bouton : le faire. Les lettres des boutons sont aussi des touches.",
    "Invio, o un clic su un bottone: fallo. Anche le lettere dei bottoni sono tasti.",
)
HELP_REST = Phrase(
    "F1 or ?: this page. F2: the next language. F3: the rules. F4: a hint, where there is one. F5: resign. "
    "Page up and down: the log. q: quit. At a server also c: say something, b: seat a bot, j: sit down, "
    "F9: is it fair, F10: report a line of chat; "
    "if somebody has gone, F6: call the game off, F7: claim the win, F8: go on with a bot.",
    "F1 ou ? : cette page. F2 : la langue suivante. F3 : les règles. F4 : un conseil, s'il y en a. F5 : "
    "abandonner. Page précédente et suivante : le journal. q : quitter. Sur un serveur, aussi c : parler, "
    "b : inviter un robot, j : s'asseoir, F9 : est-ce honnête, F10 : signaler une ligne ; si quelqu'un est "
    "parti, F6 : annuler la partie, F7 : réclamer la victoire, F8 : continuer avec un robot.",
    "F1 o ?: questa pagina. F2: la lingua seguente. F3: le regole. F4: un consiglio, se c'è. F5: abbandona. "
    "Pagina su e giù: il diario. q: esci. Su un server anche c: parla, b: fai sedere un bot, j: siediti, "
    "F9: è onesto, F10: segnala una riga; "
    "se qualcuno se n'è andato, F6: annulla la partita, F7: reclama la vittoria, F8: continua con un bot.",
)

# The start.
GO_ON_WITH = Phrase("Go on", "Continuer", "Continua")
LEFT_AFTER = Phrase(
    "{who}; {n} {n:move|moves} so far",
    "{who} ; {n} {n:coup joué|coups joués}",
    "{who}; {n} {n:mossa finora|mosse finora}",
)
WHICH_GAME = Phrase("Which game?", "Quel jeu ?", "Quale gioco?")
HOW = Phrase("How do you want to play?", "Comment voulez-vous jouer ?", "Come vuoi giocare?")
LANGUAGE = Phrase("language", "langue", "lingua")
PLAYERS = Phrase("players", "joueurs", "giocatori")
SEAT = Phrase("seat {n}", "place {n}", "posto {n}")
YOU = Phrase("you", "vous", "tu")
PRESET = Phrase("variant", "variante", "variante")
NO_PRESET = Phrase("as below", "comme ci-dessous", "come qui sotto")
PACE = Phrase("seconds after a bot's move", "secondes après un robot", "secondi dopo un bot")
PUBLIC = Phrase("in the list of tables", "dans la liste des tables", "nell'elenco dei tavoli")
CLOCK = Phrase("seconds to decide", "secondes par décision", "secondi per decidere")
START = Phrase("play", "jouer", "gioca")
OPEN_TABLE = Phrase("open the table", "ouvrir la table", "apri il tavolo")

# The lobby of a server.
TABLES = Phrase("The tables of {url}", "Les tables de {url}", "I tavoli di {url}")
NO_TABLES = Phrase(
    "No table is open. n opens one.", "Aucune table. n en ouvre une.", "Nessun tavolo. n ne apre uno."
)
LOBBY_SIT = Phrase("sit down", "s'asseoir", "siediti")
LOBBY_WATCH = Phrase("look on", "regarder", "guarda")
LOBBY_NEW = Phrase("new table", "nouvelle table", "nuovo tavolo")
STATUS = {
    "waiting": Phrase("waiting", "en attente", "in attesa"),
    "playing": Phrase("playing", "en cours", "in corso"),
    "over": Phrase("over", "finie", "finita"),
}
COME_BACK = Phrase(
    "The game goes on. Back to your seat: tavola join {url} --name {name}",
    "La partie continue. Pour revenir à votre place : tavola join {url} --name {name}",
    "La partita continua. Per tornare al tuo posto: tavola join {url} --name {name}",
)
CLAIM_FIRST = Phrase(
    "A game that counts needs a name that is yours alone: tavola join {url} --name {name} --claim",
    "Une partie qui compte demande un nom qui n'est qu'à vous : tavola join {url} --name {name} --claim",
    "Una partita che conta vuole un nome che è solo tuo: tavola join {url} --name {name} --claim",
)
LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
