import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from './garbage.ts';

const MANY_BYTES = 64 * 1024 * 1024;

/** What is left of a task that held much: nothing refers to it any more. */
function left(): WeakRef<Uint8Array> {
  return new WeakRef(new Uint8Array(MANY_BYTES));
}

test('gives back what nothing refers to any more', async () => {
  const buffer = left();
  // What a WeakRef was asked for or made of lives to the end of the turn.
  await nextTurn();

  collectGarbage();

  expect(buffer.deref()).toBeUndefined();
});
