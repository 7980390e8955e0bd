import { afterEach, expect, it, vi } from 'vitest';
import {
  allExportColumns,
  chosenFields,
  exportContent,
  includedColumns,
  moved,
  saveColumns,
  savedColumns,
} from './export-choice.ts';

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

const ALL = allExportColumns([{ name: 'Plan' }]);
const fieldsOf = (columns: readonly { field: string }[]) => columns.map(({ field }) => field);

afterEach(() => vi.unstubAllGlobals());

it('has every field, then the custom fields', () => {
  expect(ALL[0]).toEqual({ field: 'id', label: 'Lead ID' });
  expect(ALL.at(-1)).toEqual({ field: 'custom:Plan', label: 'Plan' });
});

it('keeps the chosen order, without columns that are gone, and falls back to all', () => {
  expect(fieldsOf(includedColumns(ALL, ['custom:Plan', 'custom:Gone', 'email']))).toEqual([
    'custom:Plan',
    'email',
  ]);
  for (const chosen of [null, ['custom:Gone']]) expect(includedColumns(ALL, chosen)).toBe(ALL);
});

it('sends no columns for all in their usual order', () => {
  expect(chosenFields(ALL, ALL)).toBeNull();
  expect(chosenFields(ALL, moved(ALL, 0, 1))?.slice(0, 2)).toEqual([ALL[1]?.field, ALL[0]?.field]);
  expect(chosenFields(ALL, ALL.slice(0, 1))).toEqual(['id']);
});

it('remembers the columns of each user, and survives anything in the storage', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  saveColumns('a', ['email']);
  expect([savedColumns('a'), savedColumns('b')]).toEqual([['email'], null]);
  saveColumns('a', null);
  expect(savedColumns('a')).toBeNull();
  for (const broken of ['{', '{}', '[1]']) {
    stored.set('export-columns:a', broken);
    expect(savedColumns('a')).toBeNull();
  }
  vi.stubGlobal('localStorage', undefined);
  expect(savedColumns('a')).toBeNull();
  expect(() => saveColumns('a', ['email'])).not.toThrow();
});
