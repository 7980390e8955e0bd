import { expect, it } from 'vitest';
import { LEAD_FILTER_KEYS, leadFilter } from '#contract/lead-filter.ts';
import { FILTER_PARAMS, readFilterParams } from './filter-params.ts';

const SAMPLES = [
  ...['', ' ', 'all', 'true', 'false', 'qualified', 'valid', ' vip ', 'x'.repeat(500), 'x'.repeat(501)],
  ...[
    '2026-02-28',
    '2026-02-30',
    '2024-02-29',
    '2026-13-01',
    '2026-2-1',
    '100',
    '100-500',
    '1.234',
    '-5',
    '1e3',
  ],
  ...['0199c0de-0000-7000-8000-000000000001', '0199c0de', '{"Plan":"gold"}', undefined],
];

it('has a reader for each filter of the contract, in its order', () => {
  expect(FILTER_PARAMS).toEqual(LEAD_FILTER_KEYS);
});

it('reads what the schema accepts and drops the rest', () => {
  for (const key of LEAD_FILTER_KEYS) {
    for (const sample of SAMPLES) {
      const accepted = leadFilter.shape[key].safeParse(sample).data;
      expect([key, sample, readFilterParams({ [key]: sample })[key]]).toEqual([
        key,
        sample,
        accepted || undefined,
      ]);
    }
  }
});
