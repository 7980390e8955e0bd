import { describe, expect, test } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import { adaptSavedMapping, columnsKey, fitColumns } from './saved-mapping.ts';

const plan = importPlan.parse({
  fieldMapping: { 'E-Mail': 'email', 'Full Name': 'firstName', Plan: 'custom:Plan', Odd: 'noSuchField' },
  nameSplitConfig: { column: 'Full Name', enabled: true },
  options: { defaultCountry: 'DE', sheet: 'Sheet 2', encoding: 'koi8-r', delimiter: ';', headerRow: 4 },
});

describe('the key of columns', () => {
  const key = (columns: string[]) => columnsKey(columns).toString('hex');

  test.each([
    [['Name', 'E-Mail']],
    [['E-MAIL', 'name']],
    [[' name', 'e-mail ']],
    [['Import Row', 'Import Outcome', 'Import Reason', 'Import Value', 'E-Mail', 'Name']],
  ])('is the same for %j', (columns) => {
    expect(key(columns)).toBe(key(['E-Mail', 'Name']));
  });

  test.each([[['E-Mail']], [['E-Mail', 'Name', 'Name']], [['E-Mail,Name']], [['E-Mail', 'Names']]])(
    'is another for %j',
    (columns) => {
      expect(key(columns)).not.toBe(key(['E-Mail', 'Name']));
    },
  );
});

describe('a saved mapping', () => {
  test('speaks of the columns of the file at hand, and of targets that there are', () => {
    const found = adaptSavedMapping(plan, ['plan', 'full name', 'e-mail', 'ODD'], [{ name: 'Plan' }]);
    expect(found).toMatchObject({
      fieldMapping: { 'e-mail': 'email', 'full name': 'firstName', plan: 'custom:Plan' },
      nameSplitConfig: { column: 'full name', enabled: true },
      options: { defaultCountry: 'DE', sheet: null, encoding: null, delimiter: null, headerRow: null },
    });
    expect(Object.keys(found?.fieldMapping ?? {})).not.toContain('ODD');
  });

  test('leaves out a custom field that is no more', () => {
    const found = adaptSavedMapping(plan, ['Plan', 'Full Name', 'E-Mail', 'Odd'], []);
    expect(found?.fieldMapping).toEqual({ 'E-Mail': 'email', 'Full Name': 'firstName' });
  });

  test('of which nothing is left is none', () => {
    const custom = importPlan.parse({ fieldMapping: { Plan: 'custom:Plan' } });
    expect(adaptSavedMapping(custom, ['Plan'], [])).toBeNull();
  });

  test('tells apart columns whose names differ in case alone', () => {
    const twice = importPlan.parse({ fieldMapping: { phone: 'phone', Phone: 'city' } });
    expect(adaptSavedMapping(twice, ['Phone', 'phone'], [])?.fieldMapping).toEqual({
      phone: 'phone',
      Phone: 'city',
    });
    expect(adaptSavedMapping(twice, ['PHONE', 'Phone'], [])?.fieldMapping).toEqual({
      PHONE: 'phone',
      Phone: 'city',
    });
  });
});

describe('a plan for another file', () => {
  const planOf = (fieldMapping: Record<string, string>, rest: Record<string, unknown> = {}) =>
    importPlan.parse({ fieldMapping, ...rest });

  test('is found by name, exact names first, and names the columns that the file lacks', () => {
    const named = planOf(
      { Email: 'email', EMAIL: 'address', City: 'city' },
      { nameSplitConfig: { column: 'Name', enabled: true } },
    );
    expect(fitColumns(named, [' email ', 'EMAIL', 'NAME'])).toEqual({
      fieldMapping: { ' email ': 'email', EMAIL: 'address' },
      nameSplitConfig: { column: 'NAME', enabled: true },
      columnTools: [],
      valueMaps: {},
      missing: ['City'],
    });
  });

  test('knows columns that are named like members of objects', () => {
    expect(fitColumns(planOf({ constructor: 'city' }), ['toString']).missing).toEqual(['constructor']);
    expect(fitColumns(planOf({ constructor: 'city' }), ['constructor']).fieldMapping).toEqual({
      constructor: 'city',
    });
  });

  test('misses the columns that its tools read, not those that they add', () => {
    const split = planOf(
      { First: 'firstName' },
      { columnTools: [{ tool: 'split', column: 'Name', separator: ' ', into: ['First', 'Last'] }] },
    );
    expect(fitColumns(split, ['Mail']).missing).toEqual(['Name']);
    expect(fitColumns(split, ['name']).missing).toEqual([]);
  });
});
