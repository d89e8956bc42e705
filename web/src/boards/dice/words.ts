// The texts of the dice tables; the server has those of events.
import { phrases } from '../../lib/i18n';

export const t = phrases({
  en: {
    tray: 'The dice',
    die: 'Die {number}: {face}',
    kept: 'kept',
    notKept: 'not kept',
    played: 'played',
    face1: 'ace',
    face2: 'two',
    face3: 'three',
    face4: 'four',
    face5: 'five',
    face6: 'six',
    railKeep: 'kept',
    railPlay: 'played',
    skip: 'Show me now',
    falling: 'The dice are falling…',
    waiting: '{name} is at it',
    actions: 'What you may do',
    seats: 'Players',
    race: 'The race to {goal}',
    you: 'you',
  },
  fr: {
    tray: 'Les dés',
    die: 'Dé {number} : {face}',
    kept: 'gardé',
    notKept: 'pas gardé',
    played: 'joué',
    face1: 'as',
    face2: 'deux',
    face3: 'trois',
    face4: 'quatre',
    face5: 'cinq',
    face6: 'six',
    railKeep: 'gardés',
    railPlay: 'joués',
    skip: 'Montrer tout de suite',
    falling: 'Les dés roulent…',
    waiting: '{name} joue',
    actions: 'Ce que vous pouvez faire',
    seats: 'Joueurs',
    race: 'La course aux {goal}',
    you: 'vous',
  },
  it: {
    tray: 'I dadi',
    die: 'Dado {number}: {face}',
    kept: 'tenuto',
    notKept: 'non tenuto',
    played: 'giocato',
    face1: 'asso',
    face2: 'due',
    face3: 'tre',
    face4: 'quattro',
    face5: 'cinque',
    face6: 'sei',
    railKeep: 'tenuti',
    railPlay: 'giocati',
    skip: 'Mostra subito',
    falling: 'I dadi rotolano…',
    waiting: 'Gioca {name}',
    actions: 'Che cosa puoi fare',
    seats: 'Giocatori',
    race: 'La corsa ai {goal}',
    you: 'tu',
  },
});

type WordKey = Parameters<typeof t>[0];

/** A face in words. */
export function faceName(face: number): string {
  return t(`face${face}` as WordKey);
}
