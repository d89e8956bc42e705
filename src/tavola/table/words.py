"""What a table says when it refuses, in three languages."""

from __future__ import annotations

from tavola.core.words import GAME_IS_OVER as GAME_IS_OVER
from tavola.core.words import Phrase

RATED_NEEDS_TWO = Phrase(
    "a game that counts for the standings needs two players or more",
    "une partie qui compte pour le classement se joue à deux ou plus",
    "una partita che conta per la classifica si gioca in due o più",
)
CANT_ANSWER = Phrase(
    "a table can't answer {what}",
    "une table ne peut pas répondre à {what}",
    "un tavolo non può rispondere a {what}",
)
NO_SUCH_SEAT = Phrase(
    "there is no seat {seat}; seats are 0 to {last}",
    "il n'y a pas de place {seat} ; les places vont de 0 à {last}",
    "non c'è il posto {seat}; i posti vanno da 0 a {last}",
)
SEAT_TAKEN = Phrase("seat {seat} is taken", "la place {seat} est prise", "il posto {seat} è occupato")
SEAT_KEPT = Phrase(
    "seat {seat} is kept for somebody else",
    "la place {seat} est gardée pour quelqu'un d'autre",
    "il posto {seat} è riservato a qualcun altro",
)
SIT_AS = Phrase(
    "this seat is kept for “{name}”: say hello under that name",
    "cette place est gardée pour « {name} » : dites hello sous ce nom",
    "questo posto è riservato a «{name}»: di' hello con quel nome",
)
CLAIM_FIRST = Phrase(
    "this game counts for the standings, under a name that is yours alone: claim “{name}” first "
    "(command claim), or choose another name and claim that",
    "cette partie compte pour le classement, sous un nom qui n'est qu'à vous : réservez d'abord « {name} » "
    "(commande claim), ou choisissez-en un autre et réservez-le",
    "questa partita conta per la classifica, con un nome che è solo tuo: prenota prima «{name}» "
    "(comando claim), o scegline un altro e prenotalo",
)
ALL_SEATS_TAKEN = Phrase(
    "every seat is taken; you may watch",
    "toutes les places sont prises ; vous pouvez regarder",
    "tutti i posti sono occupati; puoi guardare",
)
SITTING_ALREADY = Phrase(
    "you already sit on seat {seat}", "vous êtes déjà à la place {seat}", "sei già al posto {seat}"
)
NOT_BEGUN = Phrase(
    "the game has not begun; it does when every seat is taken",
    "la partie n'a pas commencé ; elle commence quand toutes les places sont prises",
    "la partita non è cominciata; comincia quando tutti i posti sono occupati",
)
HAS_BEGUN = Phrase(
    "the game has begun; you can only resign",
    "la partie a commencé ; on ne peut qu'abandonner",
    "la partita è cominciata; puoi solo abbandonare",
)
NOT_OVER = Phrase(
    "the game is not over yet", "la partie n'est pas encore finie", "la partita non è ancora finita"
)
NOT_SITTING = Phrase(
    "you do not sit at this table; join it, or watch",
    "vous n'êtes pas à cette table ; asseyez-vous, ou regardez",
    "non siedi a questo tavolo; siediti, o guarda",
)
NOT_YOUR_TURN = Phrase("it is the turn of {who}", "c'est le tour de {who}", "tocca a {who}")
NOT_YOUR_TABLE = Phrase(
    "only who opened the table or sits at it may seat a bot",
    "seul qui a ouvert la table ou y est assis peut y mettre un bot",
    "solo chi ha aperto il tavolo o vi siede può metterci un bot",
)
MOVED_ON = Phrase(
    "the table has moved on: {turn} {turn:move was|moves were} made, not {given}",
    "la table a continué : {turn} {turn:coup a été joué|coups ont été joués}, pas {given}",
    "il tavolo è andato avanti: {turn} {turn:mossa fatta|mosse fatte}, non {given}",
)
WHICH_MOVE = Phrase(
    "say which move: its notation or its index, one of the two",
    "dites quel coup : sa notation ou son numéro, l'un des deux",
    "di' quale mossa: la sua notazione o il suo numero, uno dei due",
)
NO_SUCH_INDEX = Phrase(
    "there is no move {index}; there are 0 to {last}",
    "il n'y a pas de coup {index} ; il y a 0 à {last}",
    "non c'è la mossa {index}; ci sono da 0 a {last}",
)
NOBODY_AWAY = Phrase(
    "nobody you play with is away",
    "personne de votre partie n'est absent",
    "nessuno di chi gioca con te è assente",
)
NOT_AWAY = Phrase(
    "whoever sits on seat {seat} is not away",
    "à la place {seat}, personne n'est absent",
    "al posto {seat} nessuno è assente",
)
ABORT_EARLY = Phrase(
    "{who} may still come back; the game may be called off in {seconds} s",
    "{who} peut encore revenir ; la partie peut être annulée dans {seconds} s",
    "{who} può ancora tornare; la partita si può annullare fra {seconds} s",
)
CLAIM_EARLY = Phrase(
    "{who} may still come back; the game may be claimed in {seconds} s",
    "{who} peut encore revenir ; la partie peut être réclamée dans {seconds} s",
    "{who} può ancora tornare; la partita si può reclamare fra {seconds} s",
)
BOT_EARLY = Phrase(
    "{who} may still come back; a bot may take the seat in {seconds} s",
    "{who} peut encore revenir ; un bot peut prendre sa place dans {seconds} s",
    "{who} può ancora tornare; un bot può prendere il posto fra {seconds} s",
)
REALLY_BEGAN = Phrase(
    "everybody has made a move: the game can't be called off any more, but claimed",
    "chacun a joué : la partie ne peut plus être annulée, mais réclamée",
    "tutti hanno giocato: la partita non si può più annullare, ma reclamare",
)
NOT_REALLY_BEGUN = Phrase(
    "not everybody has made a move yet: the game can't be claimed, but called off",
    "tous n'ont pas encore joué : la partie ne peut pas être réclamée, mais annulée",
    "non tutti hanno giocato: la partita non si può reclamare, ma annullare",
)
YOUR_PARTNER = Phrase(
    "{who} plays with you, not against you: you would lose as well",
    "{who} joue avec vous, pas contre vous : vous perdriez aussi",
    "{who} gioca con te, non contro di te: perderesti anche tu",
)
RATED_NO_BOT = Phrase(
    "this game counts for the standings, so no bot plays in it for another; claim it, or call it off",
    "cette partie compte pour le classement : aucun bot n'y joue pour un autre ; réclamez-la, ou annulez-la",
    "questa partita conta per la classifica: nessun bot vi gioca per un altro; reclamala, o annullala",
)
ABORTED = Phrase("called off", "partie annulée", "partita annullata")
ENDED = {  # where the game itself only knows that somebody gave up
    "time": Phrase("{who} was too slow", "{who} n'a pas joué à temps", "{who} non ha giocato in tempo"),
    "left": Phrase("{who} has left", "{who} a quitté la table", "{who} ha lasciato il tavolo"),
}
PUT_AWAY = Phrase("the table was put away", "la table a été rangée", "il tavolo è stato tolto")
FOLDED = Phrase(
    "this table is gone: its game is over, and its record is all that is left",
    "cette table n'est plus là : la partie est finie, et il n'en reste que l'enregistrement",
    "questo tavolo non c'è più: la partita è finita, e ne resta solo la registrazione",
)
WANTED_ALREADY = Phrase(
    "you have asked for a rematch already",
    "vous avez déjà demandé la revanche",
    "hai già chiesto la rivincita",
)
NOTHING_TO_SAY = Phrase("there is nothing in it to say", "il n'y a rien à dire", "non c'è niente da dire")
NOT_PRINTABLE = Phrase(
    "there is a sign in it that can't be shown: {sign}; say it without",
    "il y a un signe qui ne s'affiche pas : {sign} ; dites-le sans lui",
    "c'è un segno che non si può mostrare: {sign}; dillo senza",
)

# ---- what the house says ----

NO_SUCH_TABLE = Phrase("there is no such table", "cette table n'existe pas", "questo tavolo non c'è")
NOT_WRITTEN = Phrase(
    "it could not be written down; try again",
    "impossible de l'inscrire ; réessayez",
    "non si è potuto scriverlo; riprova",
)
ELSEWHERE_NOW = Phrase(
    "another node has this table now; try again",
    "un autre nœud a cette table maintenant ; réessayez",
    "ora questo tavolo è di un altro nodo; riprova",
)
BROKE_DOWN = Phrase(
    "something went wrong at the table; it goes on from what was written",
    "quelque chose s'est mal passé à la table ; elle reprend là où elle était inscrite",
    "qualcosa è andato storto al tavolo; riprende da quanto è scritto",
)
GOING_DOWN = Phrase(
    "the server is going down; no new tables",
    "le serveur va s'arrêter ; plus de nouvelles tables",
    "il server sta per chiudere; niente nuovi tavoli",
)
HOUSE_FULL = Phrase(
    "there are as many tables as there may be",
    "il y a autant de tables qu'il peut y en avoir",
    "ci sono già tutti i tavoli possibili",
)
YOUR_TABLES = Phrase(
    "you have {most} unfinished {most:table|tables}; finish one first",
    "vous avez {most} {most:table inachevée|tables inachevées} ; finissez-en une d'abord",
    "hai {most} {most:tavolo non finito|tavoli non finiti}; prima finiscine uno",
)
TOO_MANY_NEW = Phrase(
    "too many new tables from your address",
    "trop de nouvelles tables depuis votre adresse",
    "troppi nuovi tavoli dal tuo indirizzo",
)
TABLES_OF_ADDRESS = Phrase(
    "your address has as many tables as it may while they run short; finish one first",
    "votre adresse a autant de tables qu'elle peut en avoir tant qu'elles manquent ; finissez-en une d'abord",
    "il tuo indirizzo ha già tutti i tavoli che può avere mentre scarseggiano; prima finiscine uno",
)
TOO_MUCH_WRITTEN = Phrase(
    "you sit down, talk or open tables too often",
    "vous vous asseyez, parlez ou ouvrez des tables trop souvent",
    "ti siedi, parli o apri tavoli troppo spesso",
)
TOO_MUCH_TALK = Phrase("you say too much at once", "vous parlez trop à la fois", "parli troppo in una volta")
TOO_MANY_LOOK_ON = Phrase(
    "too many look on already", "trop de gens regardent déjà", "già troppi stanno a guardare"
)
AT_TOO_MANY = Phrase(
    "you are at {most} {most:table|tables} over this connection; leave one first",
    "vous êtes à {most} {most:table|tables} sur cette connexion ; quittez-en une d'abord",
    "sei a {most} {most:tavolo|tavoli} su questa connessione; prima lasciane uno",
)
TOO_MANY_AT_ONCE = Phrase(
    "too many commands at once", "trop de commandes à la fois", "troppi comandi insieme"
)
MADE_ROOM = Phrase(
    "connections are running short, and this one was needed least; come back later",
    "les connexions commencent à manquer, et celle-ci était la moins utile ; revenez plus tard",
    "le connessioni scarseggiano, e questa era la meno necessaria; torna più tardi",
)
TOO_FAST = Phrase("too many commands", "trop de commandes", "troppi comandi")
HELLO_FIRST = Phrase(
    'say who you are first: {"type": "hello"}',
    'dites d\'abord qui vous êtes : {"type": "hello"}',
    'prima di\' chi sei: {"type": "hello"}',
)
SOMEBODY_ELSE = Phrase(
    "you sit at a table; use another connection to be somebody else",
    "vous êtes à une table ; pour être quelqu'un d'autre, prenez une autre connexion",
    "sei a un tavolo; per essere qualcun altro usa un'altra connessione",
)
OTHER_PROTOCOL = Phrase(
    "version {asked} of the protocol is not spoken here; version {here} is",
    "la version {asked} du protocole n'est pas parlée ici ; la version {here} l'est",
    "la versione {asked} del protocollo qui non si parla; si parla la versione {here}",
)
TOO_MANY_NAMES = Phrase(
    "too many names from your address", "trop de noms depuis votre adresse", "troppi nomi dal tuo indirizzo"
)
SHORT_TOKENS = Phrase(
    "too many short tokens from your address; one of {most} characters or more is not counted",
    "trop de jetons courts depuis votre adresse ; à partir de {most} caractères ils ne comptent pas",
    "troppi gettoni corti dal tuo indirizzo; da {most} caratteri in su non si contano",
)
ALL_YOUR_NAMES = Phrase(
    "you have claimed {most} {most:name|names}; that is all one may",
    "vous avez réservé {most} {most:nom|noms} ; c'est tout ce qu'on peut",
    "hai prenotato {most} {most:nome|nomi}; di più non si può",
)
NAME_CLAIMED = Phrase(
    "the name “{name}” is claimed; give its token, or choose another",
    "le nom « {name} » est réservé ; donnez son jeton, ou choisissez-en un autre",
    "il nome «{name}» è prenotato; da' il suo gettone, o scegline un altro",
)
NOT_YOUR_NAME = Phrase(
    "the name “{name}” is claimed by somebody else",
    "le nom « {name} » est réservé par quelqu'un d'autre",
    "il nome «{name}» è prenotato da qualcun altro",
)
NAME_OF_A_PERSON = Phrase(
    "games have counted for “{name}” as a person's; claim another name for a bot",
    "des parties ont compté pour « {name} » comme personne ; réservez un autre nom pour un bot",
    "delle partite hanno contato per «{name}» come persona; prenota un altro nome per un bot",
)
NAME_RESERVED = Phrase(
    "the name “{name}” belongs to the house or to one of its bots; choose another",
    "le nom « {name} » est celui de la maison ou d'un de ses bots ; choisissez-en un autre",
    "il nome «{name}» è della casa o di uno dei suoi bot; scegline un altro",
)
NO_NAME = Phrase(
    "a name is 1 to 32 printable characters",
    "un nom a de 1 à 32 caractères imprimables",
    "un nome ha da 1 a 32 caratteri stampabili",
)
NO_REASON = Phrase("no reason was given", "sans raison donnée", "senza una ragione data")
BANNED = Phrase(
    "you are banned from this server: {why}",
    "l'accès à ce serveur vous est interdit : {why}",
    "l'accesso a questo server ti è vietato: {why}",
)
BANNED_UNTIL = Phrase(
    "you are banned from this server until {until}: {why}",
    "l'accès à ce serveur vous est interdit jusqu'au {until} : {why}",
    "l'accesso a questo server ti è vietato fino al {until}: {why}",
)
MUTED = Phrase(
    "you may not speak here: {why}",
    "vous ne pouvez pas parler ici : {why}",
    "qui non puoi parlare: {why}",
)
MUTED_UNTIL = Phrase(
    "you may not speak here until {until}: {why}",
    "vous ne pouvez pas parler ici jusqu'au {until} : {why}",
    "qui non puoi parlare fino al {until}: {why}",
)
CLOSED_BY_HOUSE = Phrase(
    "the operator has closed the table: {why}",
    "qui tient ce serveur a fermé la table : {why}",
    "chi gestisce questo server ha chiuso il tavolo: {why}",
)
RENAMED = Phrase(
    "the operator has changed your name to “{name}”; come in again",
    "qui tient ce serveur a changé votre nom en « {name} » ; revenez",
    "chi gestisce questo server ha cambiato il tuo nome in «{name}»; rientra",
)
ERASED = Phrase(
    "the operator has erased your names and games",
    "qui tient ce serveur a effacé vos noms et vos parties",
    "chi gestisce questo server ha cancellato i tuoi nomi e le tue partite",
)
NO_CHAT_HERE = Phrase(
    "there is no chat at this table", "pas de discussion à cette table", "a questo tavolo non si chiacchiera"
)
NO_CHAT = Phrase(
    "there is no chat at this server",
    "pas de discussion sur ce serveur",
    "su questo server non si chiacchiera",
)
NO_SUCH_LINE = Phrase(
    "no line of chat has this version; `version` of `said` is meant",
    "aucune ligne de discussion n'a cette version ; c'est le `version` de `said`",
    "nessuna riga di chiacchiera ha questa versione; è il `version` di `said`",
)
YOUR_OWN_LINE = Phrase("you said that yourself", "vous l'avez dit vous-même", "l'hai detto tu")
TOO_MANY_REPORTS = Phrase(
    "too many reports; somebody will look at those there are",
    "trop de signalements ; on regardera ceux qu'il y a",
    "troppe segnalazioni; si guarderanno quelle che ci sono",
)
NOT_YOUR_GAME = Phrase(
    "you have no seat in this game: a log is kept for those who play",
    "vous n'avez pas de place dans cette partie : on garde le journal de ceux qui jouent",
    "non hai un posto in questa partita: si conserva il diario di chi gioca",
)
TOO_MUCH_LOG = Phrase(
    "your bot writes too much to its log",
    "votre bot écrit trop dans son journal",
    "il tuo bot scrive troppo nel suo diario",
)
LOG_IS_FULL = Phrase(
    "the log of this game is full: {kilobytes} KB",
    "le journal de cette partie est plein : {kilobytes} Ko",
    "il diario di questa partita è pieno: {kilobytes} KB",
)
OUR_FAULT = Phrase(
    "something went wrong here; it is in the server's log",
    "quelque chose s'est mal passé ici ; c'est dans le journal du serveur",
    "qui qualcosa è andato storto; è nel registro del server",
)
THINKS_TOO_LONG = Phrase(
    "{bot} would think for too long here; a move may cost {most} {most:second|seconds} of one core",
    "{bot} réfléchirait trop longtemps ici ; un coup peut coûter {most} {most:seconde|secondes} d'un cœur",
    "{bot} penserebbe troppo a lungo qui; una mossa può costare {most} {most:secondo|secondi} di un core",
)
