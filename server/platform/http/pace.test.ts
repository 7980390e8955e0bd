import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DOWNLOAD_LIMITS } from './downloads.ts';
import { BODY_PACE, PaceWatch } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Watches a client that moves `bytes` every `everyMs`, and returns the second in which it was cut, if it was. */
function secondOfCut(
  limits: typeof BODY_PACE,
  {
    bytes,
    everyMs,
    waiting = () => true,
  }: { bytes: number; everyMs: number; waiting?: (ms: number) => boolean },
): number | null {
  let moved = 0;
  let now = 0;
  let cutAt: number | null = null;
  const watch = new PaceWatch(limits);
  watch.watch({
    moved: () => moved,
    isOver: () => false,
    isWaiting: () => waiting(now),
    cut: () => {
      cutAt = now / 1_000;
    },
  });
  for (; now < 600_000 && cutAt === null; now += 250) {
    if (now % everyMs === 0) moved += bytes;
    vi.advanceTimersByTime(250);
  }
  watch.close();
  return cutAt;
}

test.each([
  ['no byte', 0, 1_000],
  ['one byte a minute', 1, 60_000],
  ['one byte a second', 1, 1_000],
  ['3.5 KB a second', 3_500, 1_000],
])('a body that brings %s is cut after a minute', (_what, bytes, everyMs) => {
  const second = secondOfCut(BODY_PACE, { bytes, everyMs });
  expect(second).toBeGreaterThanOrEqual(60);
  expect(second).toBeLessThanOrEqual(65);
});

test.each([
  ['nothing', 0, 1_000],
  ['one byte in ten seconds', 1, 10_000],
  ['14 KB a second', 14_000, 1_000],
])('a download of which its client takes %s is ended after half a minute', (_what, bytes, everyMs) => {
  const second = secondOfCut(DOWNLOAD_LIMITS.pace, { bytes, everyMs });
  expect(second).toBeGreaterThanOrEqual(30);
  expect(second).toBeLessThanOrEqual(33);
});

test('a client that keeps the pace is never cut, evenly or with pauses', () => {
  expect(secondOfCut(BODY_PACE, { bytes: 4_100, everyMs: 1_000 })).toBeNull();
  expect(secondOfCut(BODY_PACE, { bytes: 300_000, everyMs: 40_000 })).toBeNull();
  expect(secondOfCut(DOWNLOAD_LIMITS.pace, { bytes: 16_400, everyMs: 1_000 })).toBeNull();
});

test('a client that kept the pace once is cut when it stops', () => {
  let moved = 0;
  let cut = false;
  const watch = new PaceWatch(BODY_PACE);
  watch.watch({
    moved: () => moved,
    isOver: () => false,
    isWaiting: () => true,
    cut: () => {
      cut = true;
    },
  });
  moved = 10_000_000;
  vi.advanceTimersByTime(66_000);
  expect(cut).toBe(false);
  vi.advanceTimersByTime(66_000);
  expect(cut).toBe(true);
  watch.close();
});

test('time in which the client waits for the server does not count', () => {
  const slow = { bytes: 0, everyMs: 1_000 };
  expect(secondOfCut(BODY_PACE, { ...slow, waiting: () => false })).toBeNull();
  // The server waits half of the time.
  const half = secondOfCut(BODY_PACE, { ...slow, waiting: (ms) => ms % 20_000 < 10_000 });
  expect(half).toBeGreaterThanOrEqual(100);
  expect(half).toBeLessThanOrEqual(140);
});

test('a transfer that is over is cut no more and forgotten', () => {
  const watch = new PaceWatch(BODY_PACE);
  const cut = vi.fn();
  let over = false;
  const stop = watch.watch({ moved: () => 0, isOver: () => false, isWaiting: () => true, cut });
  watch.watch({ moved: () => 0, isOver: () => over, isWaiting: () => true, cut });
  stop();
  over = true;
  vi.advanceTimersByTime(600_000);
  expect(cut).not.toHaveBeenCalled();
  expect(watch.size).toBe(0);
  watch.close();
});
