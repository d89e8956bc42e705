"""The cast: everybody that the house's own bots may be, in the order in which they sit down.

A bot is the same family at every game it plays. A small family repeats: after the last member comes a
namesake of the first.
"""

from __future__ import annotations

from tavola.bots.characters.character import Beard, Character, Colour, Face, Figure, Hair, Hat, Tint
from tavola.core.words import Phrase

Member = tuple[str, Hair, Tint] | tuple[str, Hair, Tint, Beard]


def _family(
    line: Phrase, hat: Hat, coat: Colour, trim: Colour, *members: Member, glasses: bool = False
) -> Character:
    """People who dress alike."""
    figures = []
    for name, hair, tint, *rest in members:
        beard: Beard = rest[0] if rest else "none"
        figures.append(Figure(name, Face(hair, tint, beard, hat, coat, trim, glasses)))
    return Character(tuple(figures), line)


CAST: dict[str, Character] = {
    "house": _family(
        Phrase(
            "Keeps the tavern, plays a sound game and forgets no debt.",
            "Tient l’auberge, joue bien et n’oublie aucune dette.",
            "Manda avanti l’osteria, gioca bene e non scorda un debito.",
        ),
        "scarf",
        "red",
        "ochre",
        ("Pia", "bun", "grey"),
        ("Bruno", "bald", "black", "moustache"),
        ("Ginette", "curls", "red"),
        ("Tullio", "short", "grey", "round"),
        ("Rosalba", "bob", "black"),
        ("Marcel", "short", "brown", "moustache"),
        ("Ines", "curls", "blond"),
        ("Ottavio", "bald", "brown", "pointed"),
    ),
    "random": _family(
        Phrase(
            "Has had a glass too many and plays whatever comes to hand.",
            "A bu un verre de trop et joue ce qui lui tombe sous la main.",
            "Ha bevuto un bicchiere di troppo e gioca quel che capita.",
        ),
        "cap",
        "ochre",
        "red",
        ("Gigi", "short", "red", "moustache"),
        ("Toto", "bald", "grey"),
        ("Lulù", "curls", "blond"),
        ("Fanfan", "short", "brown"),
        ("Beppe", "short", "black", "round"),
        ("Zazà", "bob", "red"),
        ("Momo", "bald", "black", "moustache"),
        ("Coco", "bob", "brown"),
    ),
    "optimal": _family(
        Phrase(
            "Has worked the whole game out on paper and never errs.",
            "A calculé tout le jeu sur le papier et ne se trompe jamais.",
            "Ha calcolato tutto il gioco sulla carta e non sbaglia mai.",
        ),
        "square",
        "ink",
        "blue",
        ("Gerolamo", "short", "grey", "long"),
        ("Blaise", "bob", "brown", "moustache"),
        ("Sophie", "bun", "brown"),
        ("Christiaan", "curls", "blond"),
        ("Emmy", "bun", "black"),
        ("Abraham", "bob", "grey"),
        ("Pierre", "curls", "black"),
        ("Jakob", "short", "red", "pointed"),
        glasses=True,
    ),
    "published": _family(
        Phrase(
            "Plays by an old rule of thumb: keeps the ace, hopes for the rest.",
            "Joue selon une vieille règle : garde l’as, espère le reste.",
            "Gioca secondo una vecchia regola: tiene l’asso, spera nel resto.",
        ),
        "brimmed",
        "green",
        "blue",
        ("Ambrogio", "short", "grey", "moustache"),
        ("Léontine", "bob", "grey"),
        ("Achille", "bald", "brown", "round"),
        ("Palmira", "curls", "black"),
        ("Honoré", "short", "black", "pointed"),
        ("Fausta", "bun", "red"),
        ("Nestore", "bald", "grey", "long"),
        ("Yvette", "curls", "blond"),
    ),
    "greedy": _family(
        Phrase(
            "Takes whatever can be taken, and thinks of nothing else.",
            "Prend tout ce qui se prend, sans penser plus loin.",
            "Prende tutto quel che si può prendere, e non pensa ad altro.",
        ),
        "brimmed",
        "red",
        "ink",
        ("Pantalone", "short", "grey", "pointed"),
        ("Brighella", "short", "black", "moustache"),
        ("Pasquella", "bun", "red"),
        ("Tartaglia", "bald", "brown", "round"),
    ),
    "careful": _family(
        Phrase(
            "Thinks of what is left on the table for you.",
            "Pense à ce qui vous reste sur la table.",
            "Pensa a che cosa ti lascia in tavola.",
        ),
        "none",
        "blue",
        "red",
        ("Colombina", "curls", "brown"),
        ("Florindo", "bob", "blond"),
        ("Rosaura", "bun", "black"),
        ("Lelio", "short", "brown", "pointed"),
    ),
    "master": _family(
        Phrase(
            "Counts every card, thinks ahead and guesses your hand.",
            "Compte chaque carte, voit loin et devine votre main.",
            "Conta ogni carta, pensa avanti e indovina che cos’hai in mano.",
        ),
        "beret",
        "ink",
        "red",
        ("Balanzone", "short", "black", "moustache"),
        ("Graziano", "bald", "grey", "long"),
        ("Smeraldina", "curls", "black"),
        ("Baloardo", "short", "brown", "forked"),
    ),
    "none": _family(
        Phrase(
            "Never re-rolls: what has fallen, has fallen.",
            "Ne relance jamais : ce qui est tombé est tombé.",
            "Non rilancia mai: quel che è caduto è caduto.",
        ),
        "turban",
        "green",
        "ochre",
        ("Placido", "bald", "black", "round"),
        ("Clémence", "bob", "grey"),
        ("Benigno", "short", "brown", "moustache"),
        ("Serafina", "bun", "blond"),
        ("Isidore", "short", "grey", "long"),
        ("Quieta", "curls", "red"),
        ("Modesto", "short", "black"),
        ("Ursule", "bob", "brown"),
    ),
    "sequential": _family(
        Phrase(
            "Throws one die after the other, until some pattern lies there.",
            "Relance un dé après l’autre, jusqu’à ce qu’une figure soit là.",
            "Rilancia un dado dopo l’altro, finché c’è una figura.",
        ),
        "peaked",
        "blue",
        "ochre",
        ("Gaspard", "short", "brown", "pointed"),
        ("Melchiorre", "bald", "grey", "round"),
        ("Balthazar", "short", "black", "moustache"),
        ("Prima", "curls", "blond"),
        ("Secondo", "short", "red"),
        ("Terzia", "bun", "black"),
        ("Quintino", "curls", "brown"),
        ("Sixtine", "bob", "red"),
    ),
    "match": _family(
        Phrase(
            "Hunts one pattern and no other, come what may.",
            "Poursuit une seule figure, quoi qu’il arrive.",
            "Insegue una sola figura, succeda quel che succeda.",
        ),
        "peaked",
        "green",
        "red",
        ("Uberto", "short", "brown", "moustache"),
        ("Diana", "bob", "black"),
        ("Gaston", "short", "red", "round"),
        ("Atalanta", "curls", "blond"),
        ("Orione", "bald", "black", "pointed"),
        ("Artémise", "bun", "brown"),
        ("Nembo", "short", "grey"),
        ("Silvia", "bob", "red"),
    ),
    "smart": _family(
        Phrase(
            "Re-rolls towards the best pattern in sight.",
            "Relance vers la meilleure figure en vue.",
            "Rilancia verso la figura migliore in vista.",
        ),
        "none",
        "ochre",
        "green",
        ("Renard", "short", "red", "pointed"),
        ("Volpina", "curls", "red"),
        ("Ulisse", "short", "black", "round"),
        ("Zerlina", "bob", "brown"),
        ("Figaro", "short", "brown", "moustache"),
        ("Suzon", "bun", "blond"),
        ("Leporello", "bald", "grey", "moustache"),
        ("Despina", "curls", "black"),
    ),
}
