// Fante, cavallo and re. Each is drawn down to the middle of the card, then once more turned upside down, so
// there is no wrong way to hold it.
import { type Suit } from '../deck.ts';
import { at, both, disc, dot, flat, line, mirrored, shape, twice } from '../svg.ts';
import { BEARDS, type Beard, beard, bob, CROWNS, type Crown, curls, face, type Hat, HATS, moustache } from './heads.ts';
import { BLUE, BROWN, FLESH, GREEN, INK, OCHRE, RED, STEEL, WHITE } from './palette.ts';
import { baton, coin, cup, sword } from './suits.ts';

/** What tells the figures of one suit from those of another. */
interface Court {
  coat: string;
  sleeve: string;
  trim: string;
  hair: string;
  crown: Crown;
  beard: Beard;
  beardHair: string;
  fanteHat: Hat;
  cavalloHat: Hat;
  horse: string;
  mane: string;
}

const BLOND = '#d9962b';
const GREY = '#d9d4c8';

const COURTS: Record<Suit, Court> = {
  b: {
    coat: GREEN, sleeve: RED, trim: OCHRE, hair: BROWN, crown: 'leaves', beard: 'forked', beardHair: BROWN,
    fanteHat: 'peaked', cavalloHat: 'beret', horse: BROWN, mane: INK,
  },
  c: {
    coat: RED, sleeve: BLUE, trim: OCHRE, hair: BLOND, crown: 'pearls', beard: 'round', beardHair: BLOND,
    fanteHat: 'beret', cavalloHat: 'brimmed', horse: WHITE, mane: OCHRE,
  },
  d: {
    coat: OCHRE, sleeve: GREEN, trim: RED, hair: INK, crown: 'arched', beard: 'pointed', beardHair: '#3a2a22',
    fanteHat: 'brimmed', cavalloHat: 'turban', horse: '#4a3a34', mane: RED,
  },
  s: {
    coat: BLUE, sleeve: OCHRE, trim: RED, hair: '#a4481f', crown: 'rays', beard: 'long', beardHair: GREY,
    fanteHat: 'turban', cavalloHat: 'helmet', horse: GREY, mane: BLUE,
  },
};

/** The sign of the suit, as it is held: the hand is at 0, 0. */
function held(suit: Suit): string {
  if (suit === 'b') return at(0, -26, baton(134, 15, GREEN));
  if (suit === 's') return at(0, -11, sword(92, 14, RED));
  if (suit === 'c') return at(0, -19, cup(), 1.15);
  return at(0, -33, coin(), 1.06);
}

/** A closed hand seen from the back of the fingers. */
const fist = (): string =>
  shape('M-10-6Q-11-10-6-10H6Q11-10 10-5V6Q10 10 5 10H-5Q-10 10-10 6Z', FLESH) +
  line('M-10-4.5H3M-10 1H3M-9.5 6H3', '', 1.3);

/** A forearm held up, its fist at 0, 0. */
const raisedArm = (sleeve: string, cuff: string): string =>
  shape('M-9 10C-12 28-18 40-19 64H19C18 40 12 26 9 10Z', sleeve) +
  line('M-8 30Q0 35 9 30M-11 42Q0 48 12 42', '', 1.3) +
  shape('M-12 8H12L14 20Q0 24-14 20Z', cuff);

const ermine = (): string => {
  const tails = [[70, 116], [84, 124], [100, 128], [116, 124], [130, 116], [92, 113], [108, 113]]
    .map(([x, y]) => `M${x} ${y}l-2.5 6q2.5 3 5 0Z`)
    .join('');
  return shape('M60 112C70 98 130 98 140 112C144 128 124 138 100 139C76 138 56 128 60 112Z', WHITE) + flat(tails, INK);
};

function re(suit: Suit): string {
  const c = COURTS[suit];
  const robe =
    shape('M20 170C22 136 40 116 70 107H130C160 116 178 136 180 170Z', c.coat) +
    shape('M82 110 76 170H124L118 110Z', c.sleeve) +
    line('M88 128 112 146M112 128 88 146M88 148 112 166M112 148 88 166', c.trim, 2.5) +
    disc(100, 137, 3, c.trim) + disc(100, 157, 3, c.trim) +
    both(line('M70 134C64 146 63 158 63 170', c.trim, 4.5), 100) +
    both(line('M73 134C67 146 66 158 66 170M66 134C60 146 59 158 59 170', '', 1.3), 100);
  const head = bob(c.beardHair) + face(-1.2, c.hair) + beard(c.beard, c.beardHair) + CROWNS[c.crown];
  const orb =
    disc(0, -24, 15, c.coat === BLUE ? OCHRE : BLUE) +
    shape('M-15-26Q0-20 15-26V-20Q0-14-15-20Z', OCHRE) +
    line('M0-39V-50M-4.5-45.5H4.5', OCHRE, 5) + line('M0-39V-50M-4.5-45.5H4.5', '', 1.8);
  return (
    robe + ermine() +
    at(40, 134, orb + raisedArm(c.coat, WHITE) + mirrored(fist())) +
    at(160, 126, raisedArm(c.coat, WHITE) + held(suit) + fist()) +
    at(100, 74, head, 1.08)
  );
}

const ruff = (): string =>
  shape(
    'M-28 4Q-32-3-25-6Q-22-13-14-10Q-8-15 0-11Q8-15 14-10Q22-13 25-6Q32-3 28 4Q26 12 18 11Q12 17 6 13Q0 18-6 13' +
      'Q-12 17-18 11Q-26 12-28 4Z',
    WHITE,
  ) + line('M-20 8-14 1M-7 11-5 3M7 11 5 3M20 8 14 1', '', 1.3);

function fante(suit: Suit): string {
  const c = COURTS[suit];
  const doublet =
    shape('M62 170C66 150 60 132 66 112H134C140 132 134 150 138 170Z', c.coat) +
    flat('M76 114H88L86 169H80ZM112 114H124L120 169H114Z', c.sleeve) +
    line('M76 114 80 169M88 114 86 169M112 114 114 169M124 114 120 169', '', 1.3) +
    line('M100 118V168', '', 1.3) +
    [126, 140, 154].map((y) => disc(100, y, 3, c.trim)).join('') +
    shape('M63 160Q100 168 137 160L138.5 170H61.5Z', c.trim);
  // One hand on the hip, with a slashed puff at each shoulder.
  const akimbo =
    shape('M58 120C42 126 30 142 30 156C34 166 48 166 62 166L64 156C54 154 50 152 50 148C54 142 62 138 66 132Z', c.sleeve) +
    shape('M58 154 70 152 72 168 58 168Z', WHITE);
  const puff =
    shape('M72 108C54 104 44 116 46 128C52 138 66 138 74 130Z', c.coat) +
    flat('M60 109 52 113 52 132 58 135ZM70 108 65 108 63 136 69 134Z', c.trim) +
    line('M60 109Q52 120 55 134M68 108Q61 122 64 136', '', 1.3);
  const head = bob(c.hair) + face(1.2, c.hair) + HATS[c.fanteHat]({ main: c.coat === OCHRE ? GREEN : c.coat, trim: c.trim, plume: c.sleeve === BLUE ? WHITE : c.sleeve });
  return (
    akimbo + doublet + at(156, 122, raisedArm(c.sleeve, WHITE)) + both(puff, 100) +
    at(156, 122, held(suit) + fist()) + at(100, 108, ruff()) + at(100, 72, head, 1.08)
  );
}

function horse(c: Court): string {
  const dark = c.horse === BROWN || c.horse === '#4a3a34';
  return (
    shape('M86 56C120 62 150 104 160 170H150C150 120 120 84 86 70Z', c.mane) +
    shape('M70 62C60 78 44 94 30 107C21 114 21 127 30 131C38 135 46 131 52 127C62 128 74 127 82 119C86 134 74 152 58 170H154C152 130 130 76 90 60C82 57 75 56 70 62Z', c.horse) +
    shape('M92 60C112 68 140 104 148 150C140 140 138 138 134 140C134 130 130 124 124 124C124 114 118 108 112 108C112 98 106 92 98 92C100 82 96 74 88 72C84 66 86 60 92 60Z', c.mane) +
    shape('M72 66C66 54 68 46 74 38C82 44 88 54 86 66Q78 70 72 66Z', c.horse) +
    shape('M70 62C62 66 58 74 60 82C66 80 72 76 76 68Z', c.mane) +
    `<path fill="${WHITE}" stroke-width="1.5" d="M56 86Q62 80 68 86Q62 91 56 86Z"/>` + dot(61.5, 86, 2.4, INK) +
    line('M26 121Q34 124 42 119', dark ? WHITE : '', 1.8) + dot(31, 114, 2.4, dark ? WHITE : INK) +
    line('M84 68C84 90 76 106 52 127M42 97Q52 110 54 126', c.trim === c.horse ? RED : c.trim, 4) +
    disc(52, 122, 4.2, OCHRE) +
    line('M52 124C76 144 100 150 124 146', c.trim, 4) +
    line('M70 154C86 164 112 166 150 158', c.trim, 6) +
    [82, 104, 128].map((x, i) => disc(x, [160, 163, 162][i] ?? 160, 4, OCHRE)).join('')
  );
}

function cavallo(suit: Suit): string {
  const c = COURTS[suit];
  const hat = HATS[c.cavalloHat]({ main: c.coat === OCHRE ? RED : c.coat, trim: c.trim, plume: suit === 'b' ? RED : suit === 's' ? RED : WHITE });
  const head = curls(c.hair) + face(-1.4, c.hair) + moustache(c.hair) + hat;
  const body =
    shape('M96 170C96 140 96 116 108 104H146C160 110 170 130 172 170Z', c.coat) +
    shape('M108 104C116 120 138 120 146 104L150 108C142 130 112 130 104 108Z', c.trim) +
    line('M127 122V150', '', 1.3) + disc(127, 130, 3, c.trim) + disc(127, 142, 3, c.trim);
  return (
    body + at(168, 120, raisedArm(c.sleeve, c.trim) + held(suit) + fist(), 0.92) +
    at(127, 104, ruff(), 0.8) + at(127, 72, head, 0.95) + horse(c) +
    shape('M150 122C150 140 140 152 128 154L122 142C130 138 134 130 136 122Z', c.sleeve) + at(122, 147, fist(), 0.9, 70)
  );
}

const divider = (suit: Suit): string => {
  const c = COURTS[suit];
  const stones = Array.from({ length: 9 }, (_, i) => `M${24 + i * 19} 175l5-4 5 4-5 4Z`).join('');
  return shape('M14 168.5H186V181.5H14Z', c.coat === OCHRE ? RED : OCHRE) + flat(stones, c.coat === OCHRE ? OCHRE : c.coat);
};

const FIGURES = { F: fante, C: cavallo, R: re };

export const figure = (rank: 'F' | 'C' | 'R', suit: Suit): string => twice(FIGURES[rank](suit)) + divider(suit);
