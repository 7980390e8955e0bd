import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tooltipTiming } from './tooltip.tsx';

let start = 0;
beforeEach(() => {
  // Starts long after any tooltip that an earlier test closed.
  start += 60_000;
  vi.useFakeTimers({ now: start });
});
afterEach(() => vi.useRealTimers());

const shown: boolean[] = [];
const timing = () => {
  shown.length = 0;
  return tooltipTiming((open) => shown.push(open), Date.now);
};

it('appears after 700 ms and goes when the pointer has left', () => {
  const one = timing();
  one.enter();
  vi.advanceTimersByTime(699);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([true]);
  one.leave();
  vi.advanceTimersByTime(50);
  // The pointer is on the tooltip now.
  one.enter();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([true]);
  one.leave();
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([true, false]);
});

it('needs not wait within 300 ms of another', () => {
  const one = timing();
  one.enter();
  vi.advanceTimersByTime(700);
  one.close();
  vi.advanceTimersByTime(299);
  timing().enter();
  expect(shown).toEqual([true]);
});

it('does not appear when it is left or pressed before', () => {
  const one = timing();
  one.enter();
  vi.advanceTimersByTime(300);
  one.close();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([]);
});
