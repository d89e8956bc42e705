// Why a game was not played to its end, as far as its record says so.
import type { RecordTold } from '../../lib/rest.ts';

const ENDED = { time: 'tooSlow', left: 'hasLeft', absent: 'notThere' } as const;

/** What ended it, and the players responsible; null if it was played out or resigned. */
export function endedBy({ tags, moves, seats }: RecordTold): { what: (typeof ENDED)[keyof typeof ENDED]; who: string[] } | null {
  const what = ENDED[(tags['Ended'] ?? '') as keyof typeof ENDED];
  if (!what) return null;
  const away = tags['Missing']?.split(' ') ?? [tags['Dropped'] ?? moves.at(-1)?.[0]];
  return { what, who: away.map((seat) => seats[Number(seat)] ?? '') };
}
