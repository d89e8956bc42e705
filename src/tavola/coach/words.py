"""What the coach says, in English, French and Italian."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.analysis.words import decimal
from tavola.coach.judging import JudgedMove, Unit
from tavola.core.words import Phrase, same

UNITS = {
    Unit.WIN: Phrase("chance to win", "chances de gagner", "probabilità di vincere"),
    Unit.TURNS: Phrase(
        "turns to the goal, fewer being better",
        "tours jusqu'au but, le moins étant le mieux",
        "turni fino al traguardo, meno è meglio",
    ),
}
BY_THE_BOOK = Phrase(
    "chance to win (all but one do) if everybody then plays by the book",
    "chances de gagner (tous sauf un) si tous jouent ensuite selon le livre",
    "probabilità di vincere (tutti tranne uno) se poi tutti giocano secondo il libro",
)
PER_CENT = Phrase("{v} %", "{v} %", "{v} %")
TURNS = Phrase("{v} turns", "{v} tours", "{v} turni")
GIVE_OR_TAKE = Phrase("{v} ± {m}", "{v} ± {m}", "{v} ± {m}")
BEST = Phrase("best", "le meilleur", "la migliore")
AS_GOOD = Phrase("as good", "aussi bon", "altrettanto buona")

EXACT = Phrase(
    "All figures are exact: start, luck and play add up to the result.",
    "Tous les chiffres sont exacts : départ, chance et jeu donnent ensemble le résultat.",
    "Tutte le cifre sono esatte: partenza, fortuna e gioco danno insieme il risultato.",
)
EXACT_BY_THE_BOOK = Phrase(
    "All figures are exact if everybody then plays by the book: start, luck and play add up to the result.",
    "Chiffres exacts si tous jouent ensuite selon le livre : départ, chance et jeu donnent le résultat.",
    "Cifre esatte se poi tutti giocano secondo il libro: partenza, fortuna e gioco danno il risultato.",
)
THE_BOOK = Phrase(
    "The book is one fixed way to play. Costs are set against the best move, play against the book's.",
    "Le livre est une manière fixe de jouer. Le coût se mesure au meilleur coup, le jeu à celui du livre.",
    "Il libro è un modo fisso di giocare. Il costo si misura sulla mossa migliore, il gioco sul libro.",
)
ESTIMATED = Phrase(
    "What moves cost is estimated, with 95 % certainty within ±; luck is what play leaves unexplained.",
    "Le coût des coups est estimé, à 95 % dans la marge ± ; la chance est ce que le jeu n'explique pas.",
    "Il costo delle mosse è stimato, al 95 % entro ±; la fortuna è quel che il gioco non spiega.",
)
OTHER_RULES = Phrase(
    "It was played by version {then} of the rules, and is gone through by version {now}.",
    "Elle a été jouée selon la version {then} des règles, et elle est revue selon la version {now}.",
    "È stata giocata con la versione {then} delle regole, e si rivede con la versione {now}.",
)
UNFINISHED = Phrase(
    "The game is not finished: the result is what it was worth when it stopped.",
    "La partie n'est pas finie : le résultat est ce qu'elle valait à l'arrêt.",
    "La partita non è finita: il risultato è quanto valeva quando si è fermata.",
)

DECISIONS = Phrase("Decisions", "Décisions", "Decisioni")
NUMBER = Phrase("move", "coup", "mossa")
WHO = Phrase("who", "qui", "chi")
MADE = Phrase("played", "joué", "giocato")
COST = Phrase("cost", "coût", "costo")
BALANCE = Phrase("Luck and play", "Chance et jeu", "Fortuna e gioco")
START = Phrase("start", "départ", "partenza")
LUCK = Phrase("luck", "chance", "fortuna")
PLAY = Phrase("own play", "son jeu", "il suo gioco")
OTHERS = Phrase("others' play", "jeu des autres", "gioco degli altri")
RESULT = Phrase("result", "résultat", "risultato")

SUMMED_UP = Phrase(
    "{who}: {start} at the start, {luck} by luck, {play} by own play, {others} by the others': {result}.",
    "{who} : {start} au départ, {luck} de chance, {play} par son jeu, {others} par les autres : {result}.",
    "{who}: {start} in partenza, {luck} di fortuna, {play} dal suo gioco, {others} dagli altri: {result}.",
)
ONE_DECISION = Phrase("one decision", "une décision", "una decisione")
SO_MANY_DECISIONS = Phrase("{n} decisions", "{n} décisions", "{n} decisioni")
ALL_BEST = Phrase(
    "{who}, {n}: nothing given away.", "{who}, {n} : rien de perdu.", "{who}, {n}: niente di regalato."
)
NONE_PROVED = Phrase(
    "{who}, {n}: no mistake that can be told from chance.",
    "{who}, {n} : aucune faute qui se distingue du hasard.",
    "{who}, {n}: nessun errore distinguibile dal caso.",
)
WORST = Phrase(
    "{who}, {n}: the dearest was move {number}, {made} instead of {best}: {cost}.",
    "{who}, {n} : la plus chère au coup {number}, {made} au lieu de {best} : {cost}.",
    "{who}, {n}: la più cara alla mossa {number}, {made} invece di {best}: {cost}.",
)

GAVE_UP = Phrase(
    "{who} gave up, which cost {cost}.",
    "{who} a abandonné, ce qui a coûté {cost}.",
    "{who} si è arreso, e gli è costato {cost}.",
)
GAVE_UP_UNCOUNTED = Phrase(
    "{who} gave up, which is not counted in turns: the result is how things stood then.",
    "{who} a abandonné, ce qui ne se compte pas en tours : le résultat est l'état d'alors.",
    "{who} si è arreso, che non si conta in turni: il risultato è come stavano le cose.",
)

HINT = Phrase("Best: {best}, {value}.", "Le mieux : {best}, {value}.", "La migliore: {best}, {value}.")
HINT_OTHERS = Phrase("Others cost: {costs}.", "Les autres coûtent : {costs}.", "Le altre costano: {costs}.")
HINT_ONE = Phrase("Only {best} is possible.", "Seul {best} est possible.", "È possibile solo {best}.")
VALUES = {
    Unit.WIN: Phrase("{v} % to win", "{v} % de gagner", "{v} % di vincere"),
    Unit.TURNS: Phrase("{v} turns in all", "{v} tours en tout", "{v} turni in tutto"),
}
VALUE_BY_THE_BOOK = Phrase(
    "{v} % to win if all then play by the book",
    "{v} % de gagner si tous jouent ensuite selon le livre",
    "{v} % di vincere se poi tutti giocano secondo il libro",
)
# The words of a move as it is written, for people. Dice and cards need none; programs read moves as written.
IN_A_MOVE = {
    "stop": Phrase("stop", "s'arrêter", "fermati"),
    "throw": Phrase("throw", "tout lancer", "tira tutti"),
    "keep": Phrase("keep", "garder", "tieni"),
    "hit": Phrase("hit", "en frappant la table", "battendo sul tavolo"),
    "play": Phrase("play", "jouer", "gioca"),
    "bank": Phrase("bank", "encaisser", "incassa"),
    "trash": Phrase("trash", "jeter le tour", "butta il turno"),
    "stand": Phrase("stand", "garder tout", "tieni tutto"),
    "reroll": Phrase("reroll", "relancer", "rilancia"),
}
MOST_IN_A_HINT = 6
NOTHING = 5e-13  # anything smaller counts as 0: the solvers are no more exact


def amount(unit: Unit, value: float, margin: float = 0.0, signed: bool = False) -> Phrase:
    """A cost or a share of the result as people read it."""
    shown = _number(unit, value, signed)
    if margin:
        shown = GIVE_OR_TAKE.fill(v=shown, m=_number(unit, margin, False))
    return (TURNS if unit == Unit.TURNS else PER_CENT).fill(v=shown)


def _number(unit: Unit, value: float, signed: bool) -> Phrase:
    value = 0.0 if abs(value) < NOTHING else value
    shown = decimal(value, 3) if unit == Unit.TURNS else decimal(100 * value, 2)
    return same("+{v}").fill(v=shown) if signed and value > 0 else shown


def decided(n: int) -> Phrase:
    return ONE_DECISION if n == 1 else SO_MANY_DECISIONS.fill(n=n)


def cost(unit: Unit, choice: JudgedMove) -> Phrase:
    """What a move gave away. An estimate that can't be told from nothing says so by its margin."""
    margin = (choice.high - choice.low) / 2
    if choice.cost <= NOTHING and margin == 0:
        return BEST
    return amount(unit, max(0.0, choice.cost), margin)


def value(unit: Unit, choice: JudgedMove, by_the_book: bool = False) -> Phrase:
    """What a move is worth."""
    shown = decimal(-choice.worth, 3) if unit == Unit.TURNS else decimal(100 * abs(choice.worth), 2)
    return (VALUE_BY_THE_BOOK if by_the_book else VALUES[unit]).fill(v=shown)


def in_words(move: object) -> Phrase:
    """A move in the words of each language."""
    parts = [IN_A_MOVE.get(part, same(part)) for part in str(move).split(" ")]
    return Phrase(*(" ".join(part[n] for part in parts) for n in range(3)))


def hint(unit: Unit, choices: Sequence[JudgedMove], by_the_book: bool = False) -> list[Phrase]:
    """The best move, and what the others cost."""
    best, others = choices[0], choices[1:]
    if not others:
        return [HINT_ONE.fill(best=in_words(best.move))]
    costs = [
        same("{move} {cost}").fill(move=in_words(c.move), cost=_cost(unit, c))
        for c in others[:MOST_IN_A_HINT]
    ]
    listed = costs[0]
    for each in costs[1:]:
        listed = same("{a}, {b}").fill(a=listed, b=each)
    if len(others) > MOST_IN_A_HINT:
        listed = same("{a} …").fill(a=listed)
    worth = value(unit, best, by_the_book)
    return [HINT.fill(best=in_words(best.move), value=worth), HINT_OTHERS.fill(costs=listed)]


def _cost(unit: Unit, choice: JudgedMove) -> Phrase:
    return AS_GOOD if choice.cost <= NOTHING and choice.high == choice.low else cost(unit, choice)
