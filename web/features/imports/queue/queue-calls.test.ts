import { expect, it } from 'vitest';
import { latestWins } from './queue-calls.ts';

it('saves the first value at once, then only the newest of those given meanwhile', async () => {
  const saved: string[] = [];
  const held: (() => void)[] = [];
  const save = latestWins<string>(async (value) => {
    saved.push(value);
    await new Promise<void>((resolve) => held.push(resolve));
  });
  const done = save('a');
  void save('b');
  void save('c');
  expect(saved).toEqual(['a']);
  held.shift()?.();
  await Promise.resolve();
  while (held.length === 0) await Promise.resolve();
  expect(saved).toEqual(['a', 'c']);
  held.shift()?.();
  await done;
  void save('d');
  expect(saved).toEqual(['a', 'c', 'd']);
});
