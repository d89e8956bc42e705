// Fante, cavallo and re. Each is drawn down to the middle of the card, then once more turned upside down, so
// there is no wrong way to hold it.
import { type Suit } from '../deck.ts';
import { at, both, disc, dot, flat, line, mirrored, shape, twice } from '../svg.ts';
import { type Beard, beard, bob, type Crown, CROWNS, curls, face } from './heads.ts';
import { type Hat, HATS, moustache } from './heads.ts';
import { BLUE, BROWN, FLESH, GREEN, INK, OCHRE, RED, WHITE } from './palette.ts';
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
  if (suit === 'c') return at(0, -17, cup(), 1.06);
  return at(0, -31, coin(), 0.96);
}

/** A closed hand seen from the back of the fingers. */
const fist = (): string =>
  shape('M-10-6Q-11-10-6-10H6Q11-10 10-5V6Q10 10 5 10H-5Q-10 10-10 6Z', FLESH) +
  line('M-10-4.5H3M-10 1H3M-9.5 6H3', '', 1.3);

/** A forearm held up, its fist at 0, 0, down to `long` below it. */
const raisedArm = (sleeve: string, cuff: string, long: number): string =>
  shape(`M-9 10C-11 22-16 30-17 ${long}H17C16 30 11 22 9 10Z`, sleeve) +
  line('M-11 29Q0 34 12 29M-14 38Q0 43 15 38', '', 1.3) +
  shape('M-12 8H12L14 20Q0 24-14 20Z', cuff);

const ermine = (): string => {
  const tails = [[70, 116], [84, 124], [100, 128], [116, 124], [130, 116], [92, 113], [108, 113]]
    .map(([x, y]) => `M${x} ${y}l-2.5 6q2.5 3 5 0Z`)
    .join('');
  const collar = 'M60 112C70 98 130 98 140 112C144 128 124 138 100 139C76 138 56 128 60 112Z';
  return shape(collar, WHITE) + flat(tails, INK);
};

const cross = (y: number): string =>
  line(`M0 ${y}v-11M-4.5 ${y - 6.5}H4.5`, OCHRE, 5) + line(`M0 ${y}v-11M-4.5 ${y - 6.5}H4.5`, '', 1.8);

const orb = (colour: string): string =>
  disc(0, -24, 15, colour) + shape('M-15-26Q0-20 15-26V-20Q0-14-15-20Z', OCHRE) + cross(-39);

const sceptre = (): string =>
  shape('M-3.5 30V-34H3.5V30Z', OCHRE) +
  shape(
    'M0-62C7-54 7-46 3-40C9-50 18-46 15-36C12-31 7-33 6-30H-6C-7-33-12-31-15-36C-18-46-9-50-3-40' +
      'C-7-46-7-54 0-62Z',
    RED,
  ) +
  shape('M-8-31H8V-25H-8Z', OCHRE);

/** What a king's other hand holds, about the hand. */
const OTHER_HAND: Record<Suit, string> = { b: sceptre(), c: orb(GREEN), d: sceptre(), s: orb(OCHRE) };

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
  return (
    robe + ermine() +
    at(44, 132, OTHER_HAND[suit] + raisedArm(c.coat, WHITE, 37) + mirrored(fist())) +
    at(156, 126, raisedArm(c.coat, WHITE, 43) + held(suit) + fist()) +
    at(100, 74, head, 1.08)
  );
}

const ruff = (): string =>
  shape(
    'M-28 4Q-32-3-25-6Q-22-13-14-10Q-8-15 0-11Q8-15 14-10Q22-13 25-6Q32-3 28 4Q26 12 18 11Q12 17 6 13' +
      'Q0 18-6 13Q-12 17-18 11Q-26 12-28 4Z',
    WHITE,
  ) + line('M-20 8-14 1M-7 11-5 3M7 11 5 3M20 8 14 1', '', 1.3);

const slashes = (c: Court): string =>
  flat('M76 114H88L86 169H80ZM112 114H124L120 169H114Z', c.sleeve) +
  line('M76 114 80 169M88 114 86 169M112 114 114 169M124 114 120 169', '', 1.3);

/** A harlequin's lozenges. */
const lozenges = (c: Court): string => {
  const one = 'l8-11 8 11-8 11Z';
  return both(
    flat(`M68 132${one}M84 132${one}M70 154${one}M84 154${one}`, c.sleeve) +
      flat(`M76 143${one}M76 121${one}`, c.trim) +
      line(`M68 132${one}M84 132${one}M70 154${one}M84 154${one}`, '', 1.2),
    100,
  );
};

const halves = (c: Court): string =>
  flat('M100 113H133C138 132 133 150 137 169H100Z', c.sleeve) +
  line('M84 122H92M84 136H92M84 150H92M108 122H116M108 136H116M108 150H116', c.trim, 3.5);

const DOUBLETS: Record<Suit, (c: Court) => string> = { b: slashes, c: halves, d: lozenges, s: slashes };

function fante(suit: Suit): string {
  const c = COURTS[suit];
  const doublet =
    shape('M62 170C66 150 60 132 66 112H134C140 132 134 150 138 170Z', c.coat) +
    DOUBLETS[suit](c) +
    line('M100 118V168', '', 1.3) +
    [126, 140, 154].map((y) => disc(100, y, 3, c.trim)).join('') +
    shape('M63 160Q100 168 137 160L138.5 170H61.5Z', c.trim);
  // One hand on the hip, with a slashed puff at each shoulder.
  const akimbo =
    shape(
      'M58 120C42 126 30 142 30 156C34 166 48 166 62 166L64 156C54 154 50 152 50 148' +
        'C54 142 62 138 66 132Z',
      c.sleeve,
    ) +
    shape('M58 154 70 152 72 168 58 168Z', WHITE);
  const puff =
    shape('M72 108C54 104 44 116 46 128C52 138 66 138 74 130Z', c.coat) +
    flat('M60 109 52 113 52 132 58 135ZM70 108 65 108 63 136 69 134Z', c.trim) +
    line('M60 109Q52 120 55 134M68 108Q61 122 64 136', '', 1.3);
  const hat = HATS[c.fanteHat]({
    main: c.coat === OCHRE ? GREEN : c.coat,
    trim: c.trim,
    plume: c.sleeve === BLUE ? WHITE : c.sleeve,
  });
  const head = bob(c.hair) + face(1.2, c.hair) + hat;
  return (
    akimbo + doublet + at(154, 124, raisedArm(c.sleeve, WHITE, 45)) + both(puff, 100) +
    at(154, 124, held(suit) + fist()) + at(100, 110, ruff()) + at(100, 76, head, 1.08)
  );
}

/** A horse's head and neck, looking left. */
function horse(c: Court): string {
  const dark = c.horse !== WHITE && c.horse !== GREY;
  const line2 = dark ? WHITE : '';
  return (
    shape(
      'M70 62C60 78 44 94 30 107C21 114 21 127 30 131C38 135 46 131 52 127C62 128 74 127 82 119' +
        'C86 132 78 144 66 153H152C146 118 126 74 90 60C82 57 75 56 70 62Z',
      c.horse,
    ) +
    shape(
      'M92 59C114 62 146 100 156 153H144C138 142 136 140 132 142C132 132 128 126 122 126' +
        'C122 116 116 110 110 110C110 100 104 94 97 94C99 84 95 76 88 74C84 68 86 60 92 59Z',
      c.mane,
    ) +
    line('M96 66Q116 80 124 100M108 84Q126 104 136 128', c.mane === INK ? '#6b4a35' : '', 1.4) +
    shape('M73 67C66 56 68 47 74 38C82 44 88 54 86 66Q79 71 73 67Z', c.horse) +
    line('M76 61Q74 52 76 47', line2, 1.4) +
    shape('M72 60C63 64 57 73 59 84C66 80 73 76 78 66Z', c.mane) +
    `<path fill="${WHITE}" stroke-width="1.5" d="M54 90Q60 83 67 88Q61 94 54 90Z"/>` +
    dot(60, 88.6, 2.7, INK) +
    line('M52 84Q58 79 65 82', line2, 1.5) +
    line('M26 121Q35 125 44 119', line2, 1.8) +
    dot(32, 113.5, 2.6, dark ? WHITE : INK) +
    line('M84 70C85 92 76 108 53 124M44 96Q54 108 55 126', c.trim, 5) +
    disc(53, 121, 5, OCHRE)
  );
}

function cavallo(suit: Suit): string {
  const c = COURTS[suit];
  const plume = suit === 'c' || suit === 'd' ? WHITE : RED;
  const hat = HATS[c.cavalloHat]({ main: c.coat === OCHRE ? RED : c.coat, trim: c.trim, plume });
  const head = curls(c.hair) + face(-1.4, c.hair) + moustache(c.hair) + hat;
  const body =
    shape('M72 170C72 140 74 112 88 104H136C156 108 172 132 174 170Z', c.coat) +
    shape('M92 104C96 124 100 140 104 170H124C128 140 132 120 134 104Z', c.sleeve) +
    [126, 142, 158].map((y) => disc(114, y, 3, c.trim)).join('') +
    line('M93 106C96 126 101 142 104 170M133 106C131 126 127 142 124 170', c.trim, 4.5);
  const sign = suit === 'd' || suit === 'c' ? 0.86 : 0.95;
  return (
    body +
    at(160, 126, raisedArm(c.sleeve, c.trim, 46), 0.95) +
    at(160, 126, held(suit) + fist(), sign) +
    at(112, 103, ruff(), 0.85) +
    at(112, 69, head, 0.98) +
    at(3, 45, horse(c), 0.82) +
    line('M48 146C66 164 96 166 122 156', c.trim, 4) +
    at(128, 154, fist(), 0.95, 75)
  );
}

const divider = (suit: Suit): string => {
  const { coat } = COURTS[suit];
  const [ground, stone] = coat === OCHRE ? [RED, OCHRE] : [OCHRE, coat];
  const stones = Array.from({ length: 9 }, (_, i) => `M${19 + i * 19} 175l5-4 5 4-5 4Z`).join('');
  return shape('M14 168.5H186V181.5H14Z', ground) + flat(stones, stone);
};

const FIGURES = { F: fante, C: cavallo, R: re };

export const figure = (rank: 'F' | 'C' | 'R', suit: Suit): string =>
  twice(FIGURES[rank](suit)) + divider(suit);
