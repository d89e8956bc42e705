// Throws made again, where each die is a number of its own, in the order they fell.
import type { Numbers, Redo } from '../../lib/verify.ts';

export const redo: Redo = (_record, numbers) => async (told) => {
  const due = await inOrder(told.slice('roll '.length).length, numbers);
  return { due, right: told === due };
};

async function inOrder(dice: number, numbers: Numbers): Promise<string> {
  let faces = '';
  for (let die = 0; die < dice; die++) faces += (await numbers.small(6)) + 1;
  return `roll ${faces}`;
}
