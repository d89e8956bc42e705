"""What is said at a table of 421, in English, French and Italian."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Event
from tavola.core.numbers import number
from tavola.core.words import Phrase, same
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone.combinations import (
    ACES,
    NENETTE,
    SUITE,
    TRIPLE,
    Variant,
    kind,
)
from tavola.pieces.dice import faces

SUMMARY = Phrase(
    "Three dice, twenty-one tokens: get rid of yours before the others do.",
    "Trois dés, vingt et un jetons : débarrassez-vous des vôtres avant les autres.",
    "Tre dadi, ventuno gettoni: liberati dei tuoi prima degli altri.",
)
SETS_LOST = Phrase("sets lost", "manches perdues", "mani perse")
TWO_SETS_LOST = Phrase(
    "a player has lost two sets", "un joueur a perdu deux manches", "un giocatore ha perso due mani"
)

# Why a move is refused.
NOT_THERE = Phrase(
    "you can't keep {keep}: the dice on the table are {dice}",
    "vous ne pouvez pas garder {keep} : les dés sur la table sont {dice}",
    "non puoi tenere {keep}: i dadi sul tavolo sono {dice}",
)
NO_DICE_YET = Phrase(
    "you have not thrown yet: throw all three dice",
    "vous n'avez pas encore lancé : lancez les trois dés",
    "non hai ancora tirato: tira tutti e tre i dadi",
)
KEEPS_ALL = Phrase(
    "throw at least one die",
    "lancez au moins un dé",
    "tira almeno un dado",
)
ONLY_FIRST_STOPS = Phrase(
    "only the first player of the turn stops after a throw; say before a throw that it is your last (hit)",
    "seul le premier joueur s'arrête après un lancer ; annoncez avant un lancer qu'il est le dernier (hit)",
    "solo il primo giocatore del giro si ferma dopo un tiro; annuncia prima di un tiro che è l'ultimo (hit)",
)
FIRST_DOES_NOT_HIT = Phrase(
    "the first player does not hit the table, he stops when he likes what he sees",
    "le premier joueur ne frappe pas la table, il s'arrête quand les dés lui plaisent",
    "il primo giocatore non batte sul tavolo, si ferma quando i dadi gli piacciono",
)
LAST_ANYWAY = Phrase(
    "this is your last throw anyway, no need to hit the table",
    "c'est de toute façon votre dernier lancer, inutile de frapper la table",
    "è comunque il tuo ultimo tiro, non serve battere sul tavolo",
)
CANT_FALL = Phrase(
    "the dice can't fall like that: {n} in hand, {kept} kept",
    "les dés ne peuvent pas tomber ainsi : en main {n}, sur la table {kept}",
    "i dadi non possono cadere così: in mano {n}, sul tavolo {kept}",
)

_ACE = Phrase("ace", "as", "asso")
_FOR_NONE = Phrase("for none", "pour rien", "per niente")
_FOR = Phrase("for {n}", "pour {n}", "per {n}")
_IN = Phrase("in {n}", "en {n}", "in {n}")
_RAMPO = Phrase("rampo!", "rampeau !", "rampo!")


def combination(variant: Variant, dice: int) -> Phrase:
    """The name of a combination: Four twenty one, Ace three, All six, Three two one, Five twenty one."""
    return _capital(_name(variant, dice))


def _name(variant: Variant, dice: int) -> Phrase:
    high, mid, low = faces(dice)
    what = kind(variant, dice)
    if what == TRIPLE:
        if high == 1:
            return Phrase("all aces", "brelan d'as", "tris d'assi")
        return Phrase("all {n}", "brelan de {n}", "tris di {n}").fill(n=number(high))
    if what == ACES:
        return _join(_ACE, number(high))
    if what == SUITE:
        return _join(number(high), number(mid), number(low))
    if what == NENETTE:
        return Phrase("nenette", "nénette", "nenette")
    rest = number(10 * mid + low)
    # Said as two words, as the game's own name is: four, twenty one.
    return _join(number(high), Phrase(rest.en.replace("-", " "), rest.fr, rest.it))


def announce(variant: Variant, call: e.Announced) -> Phrase:
    """ "Ace six in two for eight", and "rampo!" where it is one."""
    parts = [combination(variant, call.dice)]
    if call.throws > 1 or call.fewer:  # one throw is told where nobody may have more from now on
        parts.append(_IN.fill(n=number(call.throws)))
    parts.append(_FOR.fill(n=number(call.total)) if call.total else _FOR_NONE)
    if call.rampo:
        parts[-1] = _join(parts[-1], same(","), space="")
        parts.append(_RAMPO)
    return _join(*parts)


def say(variant: Variant, event: Event, names: Sequence[str]) -> Phrase | None:
    """An event in words; None if it goes without saying."""
    match event:
        case e.Announced(seat):
            return Phrase("{who}: “{call}”", "{who} : « {call} »", "{who}: «{call}»").fill(
                who=names[seat], call=announce(variant, event)
            )
        case e.Opened(seat, die):
            return Phrase(
                "{who} throws {n} for the start",
                "{who} fait {n} au lancer de départ",
                "{who} fa {n} al tiro d'inizio",
            ).fill(who=names[seat], n=number(die))
        case e.Starts(seat):
            return Phrase("{who} starts", "{who} commence", "{who} inizia").fill(who=names[seat])
        case e.HitTable(seat):
            return Phrase(
                "{who} hits the table: last throw",
                "{who} frappe la table : dernier lancer",
                "{who} batte sul tavolo: ultimo tiro",
            ).fill(who=names[seat])
        case e.Threw(seat, _, _, (old, new)):
            return Phrase(
                "{who} knocks a kept die: {old} turns into {new}",
                "{who} heurte un dé gardé : {old} devient {new}",
                "{who} urta un dado tenuto: {old} diventa {new}",
            ).fill(who=names[seat], old=number(old), new=number(new))
        case _:
            return _say_ending(event, names)


def _say_ending(event: Event, names: Sequence[str]) -> Phrase | None:
    match event:
        case e.HotHand(seat, highest):
            what = (
                Phrase("highest", "plus haut", "più alto")
                if highest
                else Phrase("lowest", "plus bas", "più basso")
            )
            return Phrase(
                "{who}: “Hot hand!” (rampo for the {what})",
                "{who} : « Main chaude ! » (rampeau pour le {what})",
                "{who}: «Mano calda!» (rampo per il {what})",
            ).fill(who=names[seat], what=what)
        case e.Took(seat, tokens):
            return Phrase(
                "{who} takes {n} from the kitty", "{who} prend {n} au pot", "{who} prende {n} dal piatto"
            ).fill(who=names[seat], n=_tokens(tokens))
        case e.Paid(winner, loser, tokens):
            return Phrase("{who} gives {n} to {to}", "{who} donne {n} à {to}", "{who} dà {n} a {to}").fill(
                who=names[winner], n=_tokens(tokens), to=names[loser]
            )
        case e.UnloadBegins(seat):
            return Phrase(
                "The kitty is empty: the unload begins with {who}",
                "Le pot est vide : la décharge commence par {who}",
                "Il piatto è vuoto: lo scarico comincia da {who}",
            ).fill(who=names[seat])
        case e.Safe(seat):
            return Phrase(
                "{who} is out of the set and safe",
                "{who} sort de la manche, à l'abri",
                "{who} esce dalla mano ed è al sicuro",
            ).fill(who=names[seat])
        case e.SetLost(seat, sets):
            return Phrase(
                "{who} loses the set (lost so far: {n})",
                "{who} perd la manche (perdues jusqu'ici : {n})",
                "{who} perde la mano (perse finora: {n})",
            ).fill(who=names[seat], n=sets)
        case e.GameLost(seat):
            return Phrase("{who} loses the game", "{who} perd la partie", "{who} perde la partita").fill(
                who=names[seat]
            )
        case _:
            return None


def _tokens(n: int) -> Phrase:
    """So many tokens, as one says it in each language."""
    if n < 2:
        return (Phrase("none", "0 jeton", "0 gettoni"), Phrase("one", "un jeton", "un gettone"))[n]
    return Phrase("{n}", "{n} jetons", "{n} gettoni").fill(n=number(n))


def _join(*parts: Phrase, space: str = " ") -> Phrase:
    return Phrase(
        space.join(p.en for p in parts), space.join(p.fr for p in parts), space.join(p.it for p in parts)
    )


def _capital(phrase: Phrase) -> Phrase:
    return Phrase(*(text[:1].upper() + text[1:] for text in phrase))
