"""What the ladder says, in three languages."""

from __future__ import annotations

from tavola.core.words import Phrase

NEEDS_A_NAME = Phrase(
    "the ladder knows who plays by a name that is theirs alone: claim one first (command claim, with bot for "
    "a program)",
    "l'échelle connaît qui joue par un nom qui n'est qu'à lui : réservez-en un d'abord (commande claim, avec "
    "bot pour un programme)",
    "la scala conosce chi gioca da un nome che è solo suo: prenotane uno prima (comando claim, con bot "
    "per un programma)",
)
ONLY_BOTS = Phrase(
    "only bots wait on the ladder: claim a name with bot; as a person you may challenge those who wait there",
    "seuls les bots attendent à l'échelle : réservez un nom avec bot ; une personne peut défier ceux qui y "
    "attendent",
    "solo i bot aspettano sulla scala: prenota un nome con bot; una persona può sfidare chi aspetta lì",
)
NEEDS_A_CLOCK = Phrase(
    "a game of the ladder needs a clock: at most {decision} seconds for a decision, or {game} for a game",
    "une partie de l'échelle se joue à la pendule : au plus {decision} secondes par décision, ou {game} "
    "par partie",
    "una partita della scala si gioca con l'orologio: al massimo {decision} secondi per decisione, o "
    "{game} per partita",
)
LOW_ABOVE_HIGH = Phrase(
    "low is above high: nobody's rating is between them",
    "low est au-dessus de high : aucune cote n'est entre les deux",
    "low è sopra high: nessun punteggio sta in mezzo",
)
LADDER_FULL = Phrase(
    "too many wait on the ladder; try again later",
    "trop de joueurs attendent à l'échelle ; réessayez plus tard",
    "troppi aspettano sulla scala; riprova più tardi",
)
PAUSE = Phrase(
    "you did not come to your last games; you may wait on the ladder again in {seconds} s",
    "vous n'êtes pas venu à vos dernières parties ; vous pourrez revenir à l'échelle dans {seconds} s",
    "non sei venuto alle ultime partite; potrai tornare sulla scala tra {seconds} s",
)
NOBODY = Phrase(
    "nobody else waits for {game} on the ladder; you stay, and are told when somebody comes",
    "personne d'autre n'attend pour {game} à l'échelle ; vous restez, et serez averti quand quelqu'un vient",
    "nessun altro aspetta per {game} sulla scala; resti, e saprai quando arriva qualcuno",
)
OTHERS_WANT = Phrase(
    "nobody waits for just this; others at {game} want: {wishes}",
    "personne n'attend exactement cela ; à {game} d'autres veulent : {wishes}",
    "nessuno aspetta proprio questo; a {game} altri vogliono: {wishes}",
)
NONE_FITS = Phrase(
    "{others} want the same, and none may meet you: their rating is outside low and high, or yours outside "
    "theirs",
    "{others} veulent la même chose, mais aucun ne peut vous rencontrer : sa cote est hors de low et high, "
    "ou la vôtre hors des siens",
    "{others} vogliono lo stesso, ma nessuno può incontrarti: il punteggio è fuori da low e high, o il tuo "
    "fuori dai loro",
)
SAME_PLACE = Phrase(
    "{others} want the same, but come from your own address, where games do not count; say rated false, or "
    "ask whoever runs the server for --rated-same-address",
    "{others} veulent la même chose, mais viennent de votre adresse, d'où les parties ne comptent pas ; "
    "dites rated false, ou demandez --rated-same-address à qui tient le serveur",
    "{others} vogliono lo stesso, ma vengono dal tuo indirizzo, da cui le partite non contano; di' rated "
    "false, o chiedi --rated-same-address a chi tiene il server",
)
ELSEWHERE = Phrase(
    "your bot has come to the ladder over another connection",
    "votre bot est venu à l'échelle par une autre connexion",
    "il tuo bot è venuto sulla scala da un'altra connessione",
)
DID_NOT_COME = Phrase(
    "you did not sit down at the table {table} in time",
    "vous ne vous êtes pas assis à temps à la table {table}",
    "non ti sei seduto in tempo al tavolo {table}",
)
NEVER_MOVES = Phrase(
    "{games} games in a row were lost without a move",
    "{games} parties de suite perdues sans un coup",
    "{games} partite di fila perse senza una mossa",
)
NOT_THERE = Phrase(
    "“{name}” does not wait on the ladder for {game}",
    "« {name} » n'attend pas à l'échelle pour {game}",
    "«{name}» non aspetta sulla scala per {game}",
)
NO_CHALLENGES = Phrase(
    "“{name}” takes no challenges", "« {name} » ne prend pas de défi", "«{name}» non accetta sfide"
)
WANTS_OTHERWISE = Phrase("“{name}” wants: {wish}", "« {name} » veut : {wish}", "«{name}» vuole: {wish}")
YOURSELF = Phrase("that is you", "c'est vous", "sei tu")
OUT_OF_RANGE = Phrase(
    "“{name}” wants opponents with another rating than yours",
    "« {name} » veut des adversaires d'une autre cote que la vôtre",
    "«{name}» vuole avversari con un punteggio diverso dal tuo",
)
ASKED_ALREADY = Phrase(
    "“{name}” has not answered your last challenge yet",
    "« {name} » n'a pas encore répondu à votre dernier défi",
    "«{name}» non ha ancora risposto alla tua ultima sfida",
)
TOO_MANY_CHALLENGES = Phrase(
    "so many challenges of yours wait for an answer already",
    "autant de vos défis attendent déjà une réponse",
    "altrettante tue sfide aspettano già una risposta",
)
SAID_NO = Phrase(
    "“{name}” said no a moment ago", "« {name} » a dit non il y a un instant", "«{name}» ha detto no poco fa"
)
BUSY = Phrase(
    "“{name}” plays as many games as it wants just now",
    "« {name} » joue autant de parties qu'il veut en ce moment",
    "«{name}» gioca già quante partite vuole",
)
NO_SUCH_CHALLENGE = Phrase(
    "there is no challenge of that name to you; it was answered, or its time was up",
    "il n'y a pas de défi de ce nom pour vous ; il a eu sa réponse, ou son temps est passé",
    "non c'è una sfida di quel nome per te; ha avuto risposta, o il tempo è scaduto",
)
NO_ROOM = Phrase(
    "the server begins no games just now",
    "le serveur ne commence pas de parties en ce moment",
    "il server non inizia partite in questo momento",
)
DECLINED = Phrase("“{name}” says no", "« {name} » dit non", "«{name}» dice di no")
NO_ANSWER = Phrase(
    "“{name}” did not answer in time",
    "« {name} » n'a pas répondu à temps",
    "«{name}» non ha risposto in tempo",
)
HAS_GONE = Phrase("“{name}” has gone", "« {name} » est parti", "«{name}» se n'è andato")
