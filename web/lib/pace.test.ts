import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advancePace, paceText, secondsLeft, startPace, timeLeftText } from './pace.ts';

describe('pace', () => {
  it('is unknown at first, then rows per second', () => {
    const start = startPace(1000);
    expect(secondsLeft(start, 5000)).toBeNull();
    const second = advancePace(start, 2000, 1000);
    expect(second.rate).toBe(1000);
    expect(secondsLeft(second, 5000)).toBe(4);
  });

  it('is measured from batch to batch, however often nothing new is told between them', () => {
    let pace = startPace(0);
    for (let second = 1; second < 4; second++) pace = advancePace(pace, second * 1000, 0);
    expect(pace.rate).toBeNull();
    pace = advancePace(pace, 4000, 20_000);
    expect(pace.rate).toBe(5000);
    for (let second = 5; second < 8; second++) pace = advancePace(pace, second * 1000, 20_000);
    expect(advancePace(pace, 8000, 40_000).rate).toBe(5000);
  });

  it('smooths: one slow second moves the rate a little, a slow minute moves it wholly', () => {
    const steady = advancePace(startPace(0), 1000, 10_000);
    const stumbled = advancePace(steady, 2000, 10_100);
    expect(stumbled.rate).toBeGreaterThan(8000);
    expect(stumbled.rate).toBeLessThan(10_000);
    let slow = steady;
    for (let second = 2; second < 62; second++)
      slow = advancePace(slow, second * 1000, 10_000 + second * 100);
    expect(slow.rate).toBeCloseTo(100, -1);
  });

  it('falls when nothing happens for long', () => {
    const steady = advancePace(startPace(0), 1000, 10_000);
    expect(advancePace(steady, 10_000, 10_000)).toBe(steady);
    expect(advancePace(steady, 31_000, 10_000).rate).toBeLessThan(100);
  });

  it('collects events that come close together', () => {
    const first = advancePace(startPace(0), 1000, 100);
    expect(advancePace(first, 1100, 500)).toBe(first);
    expect(advancePace(first, 2000, 200).rate).toBeCloseTo(100);
  });

  it('never gives a negative rate or time, whatever comes', () => {
    const moment = fc.tuple(fc.integer({ min: -5000, max: 60_000 }), fc.integer({ min: 0, max: 10_000_000 }));
    fc.assert(
      fc.property(fc.array(moment), fc.integer({ min: 0, max: 10_000_000 }), (moments, total) => {
        let pace = startPace(0);
        for (const [at, rows] of moments) {
          pace = advancePace(pace, at, rows);
          expect(pace.rate ?? 0).toBeGreaterThanOrEqual(0);
          expect(secondsLeft(pace, total) ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('timeLeftText', () => {
  it.each([
    [null, 'Calculating…'],
    [0, 'Almost done'],
    [1, 'Almost done'],
    [1.2, '2s left'],
    [95, '1m 35s left'],
    [7380, '2h 3m left'],
  ])('%s s is %s', (seconds, text) => {
    expect(timeLeftText(seconds)).toBe(text);
  });
});

it('tells speed and time left together, or that they are not known yet', () => {
  const start = startPace(0);
  expect(paceText(start, 5000, 'lead')).toBe('Calculating…');
  expect(paceText(advancePace(start, 1000, 1000), 5000, 'lead')).toBe('1,000 leads/s · 4s left');
});
