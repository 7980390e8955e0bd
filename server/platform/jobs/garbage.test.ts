import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from './garbage.ts';

const MANY_BYTES = 64 * 1024 * 1024;

/** Returns a reference to a large buffer that nothing else refers to, as a finished task leaves it. */
function left(): WeakRef<Uint8Array> {
  return new WeakRef(new Uint8Array(MANY_BYTES));
}

test('gives back what nothing refers to any more', async () => {
  const buffer = left();
  // A WeakRef keeps its target alive until the end of the turn that created or dereferenced it.
  await nextTurn();

  collectGarbage();

  expect(buffer.deref()).toBeUndefined();
});
