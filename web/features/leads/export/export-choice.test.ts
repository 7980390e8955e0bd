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
