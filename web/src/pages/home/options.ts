// What the options of our games are called. A plug-in's are called as it calls them itself.
import { fill, type Lang } from '../../lib/i18n';
import { prefs } from '../../lib/prefs.svelte';
import type { GameBrief, OptionTold } from '../../lib/rest';

type Said = Record<Lang, string>;
const said = (en: string, fr: string, it: string): Said => ({ en, fr, it });

const OPTIONS: Record<string, Said> = {
  '421.suites': said('Suites (654 to 321) count 2', 'Les suites (654 à 321) comptent 2', 'Le scale (da 654 a 321) valgono 2'),
  '421.nenette': said('Where the nenette, 221, ranks', 'Rang de la nénette, 221', 'Quanto vale la nenette, 221'),
  '421.others_value': said('What a plain combination counts', 'Valeur d’une combinaison sans nom', 'Quanto conta una combinazione senza nome'),
  '421.count': said('What adds to the total', 'Ce qui s’ajoute au total', 'Che cosa si aggiunge al totale'),
  '421.knock': said('Chance that a die knocks a kept one', 'Chance qu’un dé en heurte un gardé', 'Probabilità che un dado ne urti uno tenuto'),
  '5000.goal': said('Points that win', 'Points pour gagner', 'Punti per vincere'),
  '5000.brelan_of_aces': said('What 1-1-1 counts', 'Valeur de 1-1-1', 'Quanto vale 1-1-1'),
  'dice-poker.points': said('What the patterns count', 'Valeur des figures', 'Quanto valgono le figure'),
  'dice-poker.goal': said('Points that end the game', 'Points qui finissent la partie', 'Punti che chiudono la partita'),
  'dice-poker.rerolls': said('Re-rolls in a turn', 'Relances par tour', 'Rilanci per turno'),
  'spazzino.target': said('Points that win', 'Points pour gagner', 'Punti per vincere'),
  'scopetta.target': said('Points that win', 'Points pour gagner', 'Punti per vincere'),
  'scopetta.primiera': said('How the primiera is counted', 'Comment se compte la primiera', 'Come si conta la primiera'),
  'scopetta.napola': said('The napola scores', 'La napola compte', 'La napola vale'),
  'tombolon.target': said('Points that win', 'Points pour gagner', 'Punti per vincere'),
  'tombolon.colour': said('What a scopa di colore is', 'Ce qu’est une scopa di colore', 'Che cos’è una scopa di colore'),
  'tombolon.call_out': said('Whoever surely has the target wins at once', 'Qui a sûrement le compte gagne aussitôt', 'Chi ha di sicuro i punti vince subito'),
  'tombolon.padova': said('As in Padova: 52 cards', 'Comme à Padoue : 52 cartes', 'Come a Padova: 52 carte'),
};

/** What one who fills in a form should know besides. */
const HINTS: Record<string, Said> = {
  'tombolon.target': said(' (0: the usual)', ' (0 : l’usage)', ' (0: come d’uso)'),
};

const CHOICES: Record<string, Said> = {
  above_others: said('above the plain ones', 'au-dessus des autres', 'sopra le altre'),
  lowest: said('lowest of all', 'la plus basse', 'la più bassa'),
  every_throw: said('every throw', 'chaque lancer', 'ogni lancio'),
  last_throw: said('the last throw', 'le dernier lancer', 'l’ultimo lancio'),
  best: said('the best of it', 'le meilleur', 'il meglio'),
  table: said('the usual table', 'la table usuelle', 'la tabella solita'),
  linear: said('even steps', 'pas réguliers', 'passi uguali'),
  recalibrated: said('by the exact chances', 'selon les chances exactes', 'secondo le probabilità esatte'),
  values: said('best card of each suit', 'meilleure carte de chaque couleur', 'miglior carta di ogni seme'),
  sevens: said('more sevens, then sixes', 'plus de sept, puis de six', 'più sette, poi sei'),
  all: said('all of one suit', 'toutes d’une couleur', 'tutte dello stesso seme'),
  any_three: said('any three of one suit', 'trois d’une couleur', 'tre dello stesso seme'),
  standard: said('Standard', 'Standard', 'Standard'),
  classic: said('Classic, without suites', 'Classique, sans suites', 'Classico, senza scale'),
  rovigo: said('As in Rovigo', 'Comme à Rovigo', 'Come a Rovigo'),
  padova: said('As in Padova', 'Comme à Padoue', 'Come a Padova'),
};

const inLanguage = (words: Said | undefined): string | undefined => words?.[prefs.lang];

/** Beside what one fills in. */
export function optionName(game: string, name: string, told: OptionTold): string {
  const word = inLanguage(OPTIONS[`${game}.${name}`]);
  return word ? word + (inLanguage(HINTS[`${game}.${name}`]) ?? '') : told.help;
}
/** The same where an option is told that is in force. */
export const optionWord = (game: string, name: string): string =>
  inLanguage(OPTIONS[`${game}.${name}`]) ?? name.replaceAll('_', ' ');
export const choiceName = (choice: string): string => inLanguage(CHOICES[choice]) ?? choice.replaceAll('_', ' ');

/** '2–8' or '2, 4' */
export function seatRange(game: GameBrief, template: string): string {
  const [low = 1] = game.seats;
  const high = game.seats.at(-1) ?? low;
  const gapless = high - low + 1 === game.seats.length;
  const seats = low === high ? `${low}` : gapless ? `${low}–${high}` : game.seats.join(', ');
  return fill(template, { seats });
}
