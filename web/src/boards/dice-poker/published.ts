// What was published about Dice Poker, and what must have gone wrong, column by column as the report tells them.
import { phrases } from '../../lib/i18n';

export const column = phrases({
  en: {
    'Without Re-roll': 'Without re-roll',
    'Smart Re-roll': 'Smart re-roll',
    'Re-roll to match pattern': 'Re-roll to match a pattern',
    'Looking for Méga': 'Looking for a méga',
    'Sequential re-roll to match pattern': 'Sequential re-roll',
  },
  fr: {
    'Without Re-roll': 'Sans relance',
    'Smart Re-roll': 'Relance maligne',
    'Re-roll to match pattern': 'Relance pour une figure',
    'Looking for Méga': 'À la recherche du méga',
    'Sequential re-roll to match pattern': 'Relance dé par dé',
  },
  it: {
    'Without Re-roll': 'Senza rilancio',
    'Smart Re-roll': 'Rilancio furbo',
    'Re-roll to match pattern': 'Rilancio per una figura',
    'Looking for Méga': 'In cerca del mega',
    'Sequential re-roll to match pattern': 'Rilancio dado per dado',
  },
});

export const why = phrases({
  en: {
    'Without Re-roll': 'A run that ends at 6 was never seen: 2-3-4-5-6 was no great straight and 3-4-5-6 no little one. So straights are too rare, and pairs and nothing too frequent.',
    'Smart Re-roll': 'Games that stand on the first roll were added to no cell: the column adds up to 94.5 % only. Runs that end at 6 were broken up or not counted besides.',
    'Re-roll to match pattern': 'Runs that end at 6 were not seen. Looking for a full, a pair kept two more dice and so threw only one, which can never make a full; looking for a little straight, a great one was kept whole.',
    'Looking for Méga': 'The chance of the méga itself is right. Of the patterns that came instead, runs that end at 6 were counted as pairs or nothing.',
    'Sequential re-roll to match pattern': 'No die was ever re-rolled: these are chances of the first roll. And each pattern was tested without regard to the others, so that little straights with a pair count as pairs too.',
  },
  fr: {
    'Without Re-roll': 'Une suite qui finit par 6 n’était jamais vue : 2-3-4-5-6 n’était pas une grande suite, ni 3-4-5-6 une petite. Les suites sont donc trop rares, les paires et les riens trop fréquents.',
    'Smart Re-roll': 'Les coups qui restent au premier lancer ne furent comptés nulle part : la colonne ne fait que 94,5 %. De plus, les suites qui finissent par 6 furent cassées ou non comptées.',
    'Re-roll to match pattern': 'Les suites qui finissent par 6 n’étaient pas vues. En cherchant un full, une paire gardait deux dés de plus et n’en lançait qu’un, ce qui ne fait jamais un full ; en cherchant une petite suite, une grande restait entière.',
    'Looking for Méga': 'La chance du méga lui-même est juste. Parmi les figures venues à sa place, les suites qui finissent par 6 furent comptées comme paires ou rien.',
    'Sequential re-roll to match pattern': 'Aucun dé ne fut relancé : ce sont les chances du premier lancer. Et chaque figure fut testée sans égard aux autres, si bien qu’une petite suite avec une paire compte aussi comme paire.',
  },
  it: {
    'Without Re-roll': 'Una scala che finisce col 6 non era mai vista: 2-3-4-5-6 non era una scala grande, né 3-4-5-6 una piccola. Così le scale sono troppo rare, e coppie e niente troppo frequenti.',
    'Smart Re-roll': 'Le mani che restano al primo tiro non furono contate da nessuna parte: la colonna somma solo 94,5 %. Inoltre le scale che finiscono col 6 furono rotte o non contate.',
    'Re-roll to match pattern': 'Le scale che finiscono col 6 non erano viste. Cercando un full, una coppia teneva altri due dadi e ne tirava uno solo, che non fa mai un full; cercando una scala piccola, una grande restava intera.',
    'Looking for Méga': 'La probabilità del mega stesso è giusta. Tra le figure venute al suo posto, le scale che finiscono col 6 furono contate come coppie o niente.',
    'Sequential re-roll to match pattern': 'Nessun dado fu mai rilanciato: sono le probabilità del primo tiro. E ogni figura fu provata senza badare alle altre, così che una scala piccola con una coppia conta anche come coppia.',
  },
});
