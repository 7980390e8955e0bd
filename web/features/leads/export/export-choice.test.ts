import { expect, it } from 'vitest';
import { exportContent } from './export-choice.ts';

it.each([
  ['1000', 12_345, '1,000 of 12,345 matching leads; the oldest 11,345 are left out.'],
  ['1000', 12, '12 of 12 matching leads.'],
  ['all', 12_345, '12,345 of 12,345 matching leads.'],
  ['100', 1, '1 of 1 matching lead.'],
] as const)('says what a limit of %s leaves out of %i', (limit, matching, expected) => {
  expect(exportContent(limit, matching)).toBe(expected);
});

it('counts leads without a required consent apart from those that a limit leaves out', () => {
  expect(exportContent('1000', 12, { noConsent: 11 })).toBe('1 of 12 matching leads.');
  expect(exportContent('100', 130, { noConsent: 10, sorted: true })).toBe(
    '100 of 130 matching leads; the last 20 are left out.',
  );
});
