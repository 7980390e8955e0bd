import { expect, it } from 'vitest';
import { shadeScale } from './map-scale.ts';

const labelsOf = (...leads: number[]) => shadeScale(leads).classes.map(({ label }) => label);

it('grades by magnitude, from the fewest to the most', () => {
  expect(labelsOf(1, 10_000_000)).toEqual(['Under 25', '25 – 599', '600 – 15K', '15K – 400K', '400K+']);
  const { shadeOf } = shadeScale([1, 10_000_000]);
  expect([0, 1, 24, 25, 599, 600, 20_000, 10_000_000].map(shadeOf)).toEqual([0, 1, 1, 2, 2, 3, 4, 5]);
});

it('tells close numbers apart', () => {
  expect(labelsOf(21, 88, 30, 42)).toEqual(['Under 30', '30 – 39', '40 – 49', '50 – 59', '60+']);
});

it('has fewer classes for few leads, with the strongest shades', () => {
  expect(shadeScale([1, 3]).classes).toEqual([
    { label: '1', shade: 3 },
    { label: '2', shade: 4 },
    { label: '3+', shade: 5 },
  ]);
  expect(shadeScale([7, 7]).classes).toEqual([{ label: 'Any', shade: 5 }]);
  expect(shadeScale([0]).classes).toEqual([]);
});

it('covers every number of leads once, whatever the range', () => {
  for (const most of [2, 9, 24, 157, 12_345, 3_000_000]) {
    const { classes, shadeOf } = shadeScale([1, most]);
    expect(shadeOf(1)).toBe(classes[0]?.shade);
    expect(shadeOf(most)).toBe(5);
    expect(new Set(classes.map(({ label }) => label)).size).toBe(classes.length);
  }
});
