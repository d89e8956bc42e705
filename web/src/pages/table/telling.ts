// Announces what happens at a table: at once to screen readers, and with a sound, when it is shown, to a user who looks
// away.
import { announcer } from '../../lib/announcer.svelte';
import * as sound from '../../lib/sound';
import type { TableStore } from '../../lib/table.svelte';
import { headline } from './headline';
import { t } from './words';

/** Starts announcing, beginning with what was not announced yet; returns how to stop. */
export function tell(table: TableStore): () => void {
  let mine = false;
  return table.onNews((news, _before, missed) => {
    const asked = table.myTurn && news.turn === table.turn; // of news that waited, the last one says it
    const words = news.steps.flatMap((step) => step.events.map((event) => event.words as string | undefined));
    if (!missed) announcer.say(table.spell(words.filter(Boolean).join('. ')));
    if (news.over) {
      for (const words of [headline(table), news.over.reason]) announcer.say(words);
      const end = table.me !== null && news.over.winners.includes(table.me) ? sound.win : sound.lose;
      if (table.me !== null && !missed) table.telling.after(end);
    } else if (asked && !mine) {
      announcer.say(t('yourTurn'));
      if (!missed) table.telling.after(sound.turn);
    }
    mine = asked;
  });
}
