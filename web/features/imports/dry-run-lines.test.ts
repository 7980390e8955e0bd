import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportForecast } from '#contract/import-forecast.ts';
import { dryRunText, outcomeLines, phoneLines, sharesText } from './dry-run-lines.ts';

const forecast: ImportForecast = {
  totalRows: 10_000,
  checked: 10_000,
  imported: 9800,
  updated: 0,
  duplicatesInFile: 120,
  duplicatesInDatabase: 60,
  skipped: 0,
  errors: 20,
  warnings: 7,
  validPhones: 4900,
  invalidPhones: 2450,
  withoutPhone: 2450,
};
const none: ImportForecast = {
  ...forecast,
  imported: 0,
  duplicatesInFile: 0,
  duplicatesInDatabase: 0,
  errors: 0,
};

describe('outcomeLines', () => {
  it('names each fate of a mode once, with its share', () => {
    expect(outcomeLines(forecast, 'create').map(({ key, share }) => [key, share])).toEqual([
      ['imported', 0.98],
      ['duplicatesInFile', 0.012],
      ['duplicatesInDatabase', 0.006],
      ['errors', 0.002],
    ]);
    const update = outcomeLines({ ...none, updated: 2, skipped: 1, errors: 1 }, 'update');
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
      fc.property(counts, fc.constantFrom('create' as const, 'update' as const), (some, mode) => {
        const lines = outcomeLines({ ...none, ...some }, mode);
        const all = Object.values(some).reduce((sum, count) => sum + count, 0);
        expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(all);
        const shares = lines.reduce((sum, { share }) => sum + share, 0);
        expect(shares).toBeCloseTo(all === 0 ? 0 : 1);
      }),
    );
  });
});

describe('phoneLines', () => {
  it('shares the rows that would be imported among valid, invalid and none', () => {
    expect(phoneLines(forecast).map(({ count, share }) => [count, share])).toEqual([
      [4900, 0.5],
      [2450, 0.25],
      [2450, 0.25],
    ]);
  });
});

describe('words', () => {
  it('say how many rows would be taken', () => {
    expect(dryRunText(forecast, 'create')).toBe('9,800 of 10,000 rows would be imported');
    expect(dryRunText({ ...forecast, imported: 10_000 }, 'create')).toBe('All 10,000 rows would be imported');
    expect(dryRunText(none, 'update')).toBe('None of 10,000 rows would be updated');
    expect(dryRunText({ ...none, totalRows: 1, imported: 1 }, 'create')).toBe('The row would be imported');
    expect(dryRunText({ ...none, totalRows: 1, errors: 1 }, 'create')).toBe(
      'None of 1 row would be imported',
    );
  });

  it('say the shares that are there', () => {
    expect(sharesText(outcomeLines({ ...none, imported: 3, errors: 1 }, 'create'))).toBe(
      '75.0% would be imported, 25.0% errors',
    );
  });
});
