// Figures of the coach and of the odds. They are read side by side, so each kind has its decimals, the same everywhere.
import { number, phrases } from './i18n';

/** What is counted. A chance is a part of one, and read in per cent. */
export type Counted = 'chance' | 'points' | 'turns';

const DECIMALS: Record<Counted, number> = { chance: 1, points: 1, turns: 2 };

const t = phrases({
  en: { points: '{n} {n:point|points}', turns: '{n} {n:turn|turns}' },
  fr: { points: '{n} {n:point|points}', turns: '{n} {n:tour|tours}' },
  it: { points: '{n} {n:punto|punti}', turns: '{n} {n:turno|turni}' },
});

export function figure(value: number, counted: Counted, signed = false): string {
  const digits = DECIMALS[counted];
  return number(value, {
    style: counted === 'chance' ? 'percent' : 'decimal',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? 'exceptZero' : 'negative', // never a minus before nothing
  });
}

/** What a move gives away, with its unit, give or take the margin. */
export function price(cost: number, counted: Counted, margin = 0): string {
  const shown = margin ? `${figure(Math.max(0, cost), counted)} ± ${something(margin, counted)}` : something(cost, counted);
  return counted === 'chance' ? shown : t(counted, { n: shown });
}

/** A positive number is never rounded to 0. */
function something(value: number, counted: Counted): string {
  const least = 10 ** -DECIMALS[counted] / (counted === 'chance' ? 100 : 1);
  return value < least / 2 ? `< ${figure(least, counted)}` : figure(value, counted);
}
