// Who presses again and again to see the dice lie decides nothing by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Haste } from '../../src/boards/dice/logic/haste.ts';

test('a press while dice fall, and all on its heels, decide nothing', () => {
  const haste = new Haste();
  assert.equal(haste.early(false, 0), false);
  for (const now of [100, 300, 700]) assert.equal(haste.early(true, now), true);
  for (const now of [800, 1100, 1500]) assert.equal(haste.early(false, now), true);
  assert.equal(haste.early(false, 2100), false);
  assert.equal(haste.early(false, 2150), false);
});
