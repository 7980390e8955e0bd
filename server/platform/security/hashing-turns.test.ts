import { expect, test } from 'vitest';
import { HttpError } from '../errors.ts';
import { inTurn } from './passwords.ts';

/** Returns work that `finish` ends, with counts of how much of it runs at once. */
function workshop() {
  const ends: (() => void)[] = [];
  const state = { running: 0, most: 0, done: 0 };
  const work = async () => {
    state.running++;
    state.most = Math.max(state.most, state.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    state.running--;
    state.done++;
  };
  /** Ends all work, including work that starts meanwhile. */
  const finish = async (all: Promise<unknown>[]) => {
    const settled = Promise.allSettled(all);
    let left = true;
    void settled.then(() => {
      left = false;
    });
    while (left) {
      for (const end of ends.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return settled;
  };
  return { state, work, finish };
}

test('however many come, two are at it at once, and all get their turn', async () => {
  const { state, work, finish } = workshop();
  await finish(Array.from({ length: 50 }, () => inTurn(work)));
  expect(state).toEqual({ running: 0, most: 2, done: 50 });
});

test('a failure hands on the turn', async () => {
  const failing = async () => {
    throw new Error('no');
  };
  const { state, work, finish } = workshop();
  const outcomes = await finish([
    ...Array.from({ length: 5 }, () => inTurn(failing)),
    ...Array.from({ length: 5 }, () => inTurn(work)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'rejected'),
    ...Array.from({ length: 5 }, () => 'fulfilled'),
  ]);
  expect(state.most).toBeLessThanOrEqual(2);
});

test('a flood is turned away with a time to come back', async () => {
  const { state, work, finish } = workshop();
  const outcomes = await finish(Array.from({ length: 300 }, () => inTurn(work)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(300 - 202);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(HttpError);
    expect(reason).toMatchObject({ status: 429, retryAfter: 5 });
  }
  expect(state).toEqual({ running: 0, most: 2, done: 202 });
});
