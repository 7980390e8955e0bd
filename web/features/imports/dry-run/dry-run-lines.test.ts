import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DryRunResult } from '#contract/import-dry-run.ts';
import {
  dryRunText,
  invalidPhonesText,
  outcomeLines,
  phoneLines,
  sharesText,
  suggestionText,
} from './dry-run-lines.ts';

const result: DryRunResult = {
  totalRows: 10_000,
  checked: 10_000,
  imported: 9800,
  updated: 0,
  duplicatesInFile: 120,
  duplicatesInDatabase: 60,
  skipped: 0,
  suppressed: 0,
  errors: 20,
  warnings: 7,
  validPhones: 4900,
  invalidPhones: 2450,
  withoutPhone: 2450,
  emailsToDrop: 0,
  localPhones: 0,
  countrySuggestions: [],
};
const none: DryRunResult = {
  ...result,
  imported: 0,
  duplicatesInFile: 0,
  duplicatesInDatabase: 0,
  errors: 0,
};

describe('outcomeLines', () => {
  it('names each outcome of a mode once, with its share', () => {
    expect(outcomeLines(result, 'create').map(({ key, share }) => [key, share])).toEqual([
      ['imported', 0.98],
      ['duplicatesInFile', 0.012],
      ['duplicatesInDatabase', 0.006],
      ['errors', 0.002],
    ]);
    const update = outcomeLines({ ...none, updated: 2, skipped: 1, suppressed: 0, errors: 1 }, 'update');
    expect(update.map(({ key, count }) => [key, count])).toEqual([
      ['updated', 2],
      ['skipped', 1],
      ['errors', 1],
    ]);
  });

  it('leaves out no row, whatever the mode, and no share of nothing', () => {
    const counts = fc.record({
      imported: fc.nat(),
      updated: fc.nat(),
      duplicatesInFile: fc.nat(),
      duplicatesInDatabase: fc.nat(),
      skipped: fc.nat(),
      errors: fc.nat(),
    });
    fc.assert(
      fc.property(
        counts,
        fc.constantFrom('create' as const, 'update' as const, 'createOrUpdate' as const),
        (some, mode) => {
          const lines = outcomeLines({ ...none, ...some }, mode);
          const all = Object.values(some).reduce((sum, count) => sum + count, 0);
          expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(all);
          const shares = lines.reduce((sum, { share }) => sum + share, 0);
          expect(shares).toBeCloseTo(all === 0 ? 0 : 1);
        },
      ),
    );
  });
});

describe('phoneLines', () => {
  it('shares the rows that will be imported among valid, invalid and none', () => {
    expect(phoneLines(result).map(({ count, share }) => [count, share])).toEqual([
      [4900, 0.5],
      [2450, 0.25],
      [2450, 0.25],
    ]);
  });
});

describe('words', () => {
  it('say how many rows will be taken', () => {
    expect(dryRunText(result, 'create')).toBe('9,800 of 10,000 rows will be imported');
    expect(dryRunText({ ...result, imported: 10_000 }, 'create')).toBe('All 10,000 rows will be imported');
    expect(dryRunText(none, 'update')).toBe('None of 10,000 rows will be updated');
    expect(dryRunText({ ...none, totalRows: 1, imported: 1 }, 'create')).toBe('The row will be imported');
    expect(dryRunText({ ...none, totalRows: 1 }, 'create')).toBe('None of 1 row will be imported');
  });

  it('tell new leads from updates', () => {
    const both = { ...none, imported: 9_000, updated: 1 };
    expect(dryRunText(both, 'createOrUpdate')).toBe(
      '9,001 of 10,000 rows will be imported (9,000 new leads, 1 update)',
    );
    expect(dryRunText({ ...none, updated: 10_000 }, 'createOrUpdate')).toBe(
      'All 10,000 rows will be updated',
    );
  });

  it('say how many phone numbers are invalid', () => {
    expect(invalidPhonesText(result)).toBe('2,450 phone numbers are invalid');
    expect(invalidPhonesText({ ...result, invalidPhones: 1 })).toBe('1 phone number is invalid');
    expect(invalidPhonesText({ ...result, invalidPhones: 0 })).toBeNull();
  });

  it('name the share of doubtful numbers that a default country makes valid', () => {
    const germany = { country: 'DE', valid: 2_225, of: 2_240, isSample: false };
    expect(suggestionText(germany, 'Germany')).toBe(
      'With Germany as default country, 2,225 of 2,240 doubtful numbers are valid.',
    );
    expect(suggestionText({ ...germany, isSample: true }, 'Germany')).toBe(
      'With Germany as default country, 2,225 of 2,240 doubtful numbers in a sample are valid.',
    );
  });

  it('say the shares that are there', () => {
    expect(sharesText(outcomeLines({ ...none, imported: 3, errors: 1 }, 'create'))).toBe(
      '75.0% will be imported, 25.0% errors',
    );
  });
});
