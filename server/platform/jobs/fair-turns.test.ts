import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** Work that lasts until `end` is called for it, by name. */
function desk(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (owner: string, name: string, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return turns.run(
      owner,
      () => {
        begun.push(name);
        return promise;
      },
      signal,
    );
  };
  const settled = async () => {
    // Turns pass from one to the next within a few microtasks.
    for (let times = 0; times < 10; times += 1) await Promise.resolve();
    return [...begun];
  };
  return {
    start,
    begun: settled,
    end: (name: string) => {
      ends.get(name)?.();
      return settled();
    },
  };
}

test('a free place goes to the organization that has none, however much another one has sent before', async () => {
  const { start, begun, end } = desk(new FairTurns(2));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void start('a', name);
  void start('b', 'b1');
  void start('c', 'c1');
  expect(await begun()).toEqual(['a1', 'a2']);
  expect(await end('a1')).toEqual(['a1', 'a2', 'b1']);
  expect(await end('a2')).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(await end('b1')).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('organizations take turns at a single place', async () => {
  const { start, begun, end } = desk(new FairTurns(1));
  for (const name of ['a1', 'a2', 'a3']) void start('a', name);
  for (const name of ['b1', 'b2']) void start('b', name);
  expect(await begun()).toEqual(['a1']);
  for (const name of ['a1', 'b1', 'a2', 'b2']) await end(name);
  expect(await begun()).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('an organization never holds more places than it may', async () => {
  const { start, begun, end } = desk(new FairTurns(3, 2));
  for (const name of ['a1', 'a2', 'a3']) void start('a', name);
  expect(await begun()).toEqual(['a1', 'a2']);
  void start('b', 'b1');
  expect(await begun()).toEqual(['a1', 'a2', 'b1']);
  expect(await end('a2')).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('work that is no longer wanted gives up its place in the queue', async () => {
  const { start, begun, end } = desk(new FairTurns(1));
  const leaving = new AbortController();
  void start('a', 'a1');
  const left = start('b', 'b1', leaving.signal);
  void start('c', 'c1');
  expect(await begun()).toEqual(['a1']);
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  await expect(start('b', 'b2', leaving.signal)).rejects.toThrow('aborted');
  expect(await end('a1')).toEqual(['a1', 'c1']);
});

test('work that fails frees its place', async () => {
  const turns = new FairTurns(1);
  await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.run('a', async () => 'done')).toBe('done');
});

test('work that needs two places gets them before what came after it', async () => {
  const turns = new FairTurns(2);
  const order: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = gates.map((gate, n) =>
    turns.run(`org-${n}`, async () => {
      order.push(`one ${n}`);
      await gate.promise;
    }),
  );
  const pair = turns.run('pair', async () => void order.push('pair'), undefined, 2);
  const later = turns.run('later', async () => void order.push('later'));
  gates[0]?.resolve();
  await one[0];
  expect(order).toEqual(['one 0', 'one 1']);
  gates[1]?.resolve();
  await Promise.all([...one, pair, later]);
  expect(order).toEqual(['one 0', 'one 1', 'pair', 'later']);
});
