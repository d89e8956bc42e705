"""What the page calls the things a person looks for, in its three languages. Patterns, not whole names."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    slogan: str
    play_now: str
    start: str  # against a bot, from the form
    open_table: str
    points: str  # the option that says how long a game is
    you: str
    your_turn: str
    once_more: str
    see_again: str
    go_on: str  # after the count of a hand
    moves: str  # on the generic board
    actions: str
    tray: str
    hand: str
    plays: str  # a chosen card
    can_take: str
    ace: str
    five: str
    bank: str
    play: str
    throw: str
    stand: str
    lost: str


WORDS = {
    "en": Words(
        slogan="Sit down and play",
        play_now="Play now: ",
        start="^Play against ",
        open_table="Open the table",
        points="^Points that (win|end)",
        you="(you)",
        your_turn="Your turn",
        once_more="Once more",
        see_again="See it again",
        go_on="^(Next hand|To the result|Back to the table)$",
        moves="Your moves",
        actions="What you may do",
        tray="The dice",
        hand="Your hand",
        plays="^Put down| takes |^Take ",
        can_take=", can take$",
        ace="ace",
        five="five",
        bank="^Bank [1-9]",
        play="^Play",
        throw="^Throw",
        stand="^Stand",
        lost="Connection lost",
    ),
    "fr": Words(
        slogan="Asseyez-vous et jouez",
        play_now="Jouer : ",
        start="^Jouer contre ",
        open_table="Ouvrir la table",
        points="^Points (pour gagner|qui finissent)",
        you="(vous)",
        your_turn="À vous",
        once_more="Encore une",
        see_again="Revoir la partie",
        go_on="^(Donne suivante|Au résultat|Retour à la table)$",
        moves="Vos coups",
        actions="Ce que vous pouvez faire",
        tray="Les dés",
        hand="Votre main",
        plays="^Poser| prend |^Prendre ",
        can_take=", peut prendre$",
        ace="as",
        five="cinq",
        bank="^Encaisser [1-9]",
        play="^Jouer",
        throw="^Relancer|^Lancer",
        stand="^Rester",
        lost="Connexion perdue",
    ),
    "it": Words(
        slogan="Siediti e gioca",
        play_now="Gioca: ",
        start="^Gioca contro ",
        open_table="Apri il tavolo",
        points="^Punti (per vincere|che chiudono)",
        you="(tu)",
        your_turn="Tocca a te",
        once_more="Ancora una",
        see_again="Rivedi la partita",
        go_on="^(Prossima smazzata|Al risultato|Torna al tavolo)$",
        moves="Le tue mosse",
        actions="Che cosa puoi fare",
        tray="I dadi",
        hand="Le tue carte",
        plays="^Cala| prende |^Prendi ",
        can_take=", può prendere$",
        ace="asso",
        five="cinque",
        bank="^Incassa [1-9]",
        play="^Gioca",
        throw="^Rilancia|^Tira",
        stand="^Resta",
        lost="Collegamento perso",
    ),
}
