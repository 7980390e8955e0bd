import type { JobHelpers } from 'graphile-worker';
import { expect, test } from 'vitest';
import { outlastingDatabase } from './queue-pool.ts';

const away = (): Error => Object.assign(new Error('terminating connection'), { code: '57P01' });

/** Runs a task that fails with these errors, one a try. */
async function run(failures: Error[], signal = new AbortController().signal): Promise<number> {
  let tries = 0;
  const { task } = outlastingDatabase(
    {
      task: async () => {
        tries++;
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
      },
    },
    signal,
  );
  await task?.({}, {} as JobHelpers);
  return tries;
}

test('a job whose database goes away: is tried again until it is back', async () => {
  expect(await run([away(), away()])).toBe(3);
});

test('a job that fails by itself: fails', async () => {
  await expect(run([new Error('a fault of its own')])).rejects.toThrow('a fault of its own');
});

test('a job of a server that stops: fails, and is left to the queue', async () => {
  await expect(run([away()], AbortSignal.abort())).rejects.toThrow('terminating connection');
});
