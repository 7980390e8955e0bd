import { expect, it } from 'vitest';
import { metricsOf } from './metrics.ts';

const NONE = {
  created: 0,
  imports: 0,
  imported: 0,
  updated: 0,
  duplicates: 0,
  sold: 0,
  returned: 0,
  revenue: [],
};
const usd = (amount: string) => ({ currency: 'USD', amount });
const eur = (amount: string) => ({ currency: 'EUR', amount });

it('has one revenue for every currency of either period, and one without any', () => {
  const labels = (now: { currency: string; amount: string }[], before: typeof now) =>
    metricsOf({ now: { ...NONE, revenue: now }, before: { ...NONE, revenue: before } })
      .slice(4)
      .map(({ label }) => label);
  expect(labels([], [])).toEqual(['Revenue']);
  expect(labels([usd('1.00')], [usd('2.00')])).toEqual(['Revenue']);
  expect(labels([usd('1.00')], [eur('2.00')])).toEqual(['Revenue in EUR', 'Revenue in USD']);
});

it('formats each figure, and draws parts that add up to it', () => {
  const now = {
    ...NONE,
    imports: 1,
    imported: 30,
    updated: 4,
    created: 31,
    sold: 8,
    returned: 1,
    revenue: [usd('70.00')],
  };
  const metrics = metricsOf({ now, before: NONE });
  expect(metrics.map(({ figureOf, format }) => format(figureOf(now)))).toEqual([
    '34',
    '31',
    '8',
    '12.5%',
    '$70.00',
  ]);
  for (const { partsOf, figureOf } of metrics) {
    expect(partsOf(now).reduce((sum, part) => sum + part, 0)).toBe(figureOf(now));
  }
});

it('describes a step in words', () => {
  const [imported, , , returned] = metricsOf({ now: NONE, before: NONE });
  expect(imported?.describe({ ...NONE, imports: 2, imported: 3, duplicates: 1 })).toEqual([
    '3 imported',
    '0 updated',
    '1 duplicate in 2 files',
  ]);
  expect(returned?.describe(NONE)).toEqual(['Nothing sold']);
});
