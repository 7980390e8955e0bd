import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleRefetch } from './refetch-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does the first at once, and what follows within a second together, a second later', async () => {
  const runs: string[][] = [];
  const throttle = throttleRefetch<string>(async (wanted) => void runs.push([...wanted]), 1000);
  throttle.ask(['leads']);
  expect(runs).toEqual([['leads']]);
  for (let event = 0; event < 50; event += 1) throttle.ask(['leads', 'imports']);
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual([['leads'], ['leads', 'imports']]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(2);
});

it('waits for a slow answer, then asks again for what changed meanwhile', async () => {
  const answers: (() => void)[] = [];
  const throttle = throttleRefetch<string>(() => new Promise<void>((done) => answers.push(done)), 1000);
  throttle.ask(['leads']);
  throttle.ask(['leads']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
});

it('goes on after a failure, and does nothing once it is stopped', async () => {
  const refetch = vi.fn(() => Promise.reject(new Error('Refused')));
  const throttle = throttleRefetch<string>(refetch, 1000);
  throttle.ask(['leads']);
  await vi.advanceTimersByTimeAsync(1000);
  throttle.ask(['leads']);
  expect(refetch).toHaveBeenCalledTimes(2);
  throttle.ask(['leads']);
  throttle.stop();
  await vi.advanceTimersByTimeAsync(5000);
  throttle.ask(['leads']);
  expect(refetch).toHaveBeenCalledTimes(2);
});
