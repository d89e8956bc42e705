// The terms of a table: the options that are not the usual ones, the clock, and whether it is rated.
import { games } from '../../lib/games.svelte';
import { number, phrases } from '../../lib/i18n';
import type { OptionTold } from '../../lib/rest';
import type { Clock } from '../../lib/wire';

const t = phrases({
  en: {
    option: '{name}: {value}',
    on: 'yes',
    off: 'no',
    decision: '{seconds} s a move',
    game: '{minutes} min a game',
    seconds: '{seconds} s a game',
    noClock: 'no clock',
    rated: 'counts for the standings',
    quiet: 'no chat',
    unrated: 'does not count for the standings',
    usual: 'the usual rules',
  },
  fr: {
    option: '{name} : {value}',
    on: 'oui',
    off: 'non',
    decision: '{seconds} s par coup',
    game: '{minutes} min par partie',
    seconds: '{seconds} s par partie',
    noClock: 'sans pendule',
    rated: 'compte pour le classement',
    quiet: 'sans discussion',
    unrated: 'ne compte pas pour le classement',
    usual: 'les règles usuelles',
  },
  it: {
    option: '{name}: {value}',
    on: 'sì',
    off: 'no',
    decision: '{seconds} s a mossa',
    game: '{minutes} min a partita',
    seconds: '{seconds} s a partita',
    noClock: 'senza orologio',
    rated: 'conta per la classifica',
    quiet: 'senza chiacchiere',
    unrated: 'non conta per la classifica',
    usual: 'le regole solite',
  },
});

interface Terms {
  game: string;
  options: Record<string, string>;
  clock: Clock;
  rated?: boolean;
  quiet?: boolean;
}

function said(value: string, told: OptionTold | undefined): string {
  if (value === 'on' || value === 'off') return t(value);
  return told?.words?.[value] ?? (/^\d+$/.test(value) ? number(Number(value)) : value);
}

/** Brackets at the end of a label are a remark for the person who fills in the form. */
function labelOf(name: string, told: OptionTold | undefined): string {
  return told?.label.replace(/ \([^()]*\)$/, '') ?? name.replaceAll('_', ' ');
}

function clocks({ decision, game }: Clock): string[] {
  const told = decision == null ? [] : [t('decision', { seconds: number(decision) })];
  if (game == null) return told;
  return [...told, game % 60 ? t('seconds', { seconds: number(game) }) : t('game', { minutes: number(game / 60) })];
}

/** What is not as usual at a table, each in a few words. */
export function terms({ game, options, clock, rated, quiet }: Terms): string[] {
  const told = games.find(game)?.options ?? {};
  const rules = Object.entries(options).map(([name, value]) =>
    t('option', { name: labelOf(name, told[name]), value: said(value, told[name]) }),
  );
  return [...rules, ...clocks(clock), ...(rated ? [t('rated')] : []), ...(quiet ? [t('quiet')] : [])];
}

/** All of it, also what is as usual: for one about to sit down. */
export function allTerms(table: Terms): string[] {
  const { clock, rated, quiet } = table;
  const told = terms({ ...table, clock: {}, rated: false, quiet: false });
  return [
    ...(told.length ? told : [t('usual')]),
    ...(clock.decision == null && clock.game == null ? [t('noClock')] : clocks(clock)),
    t(rated ? 'rated' : 'unrated'),
    ...(quiet ? [t('quiet')] : []),
  ];
}
