import { describe, expect, test } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import { columnsKey, rememberedPlan } from './saved-mapping.ts';

const plan = importPlan.parse({
  fieldMapping: { 'E-Mail': 'email', 'Full Name': 'firstName', Plan: 'custom:Plan', Odd: 'noSuchField' },
  nameSplitConfig: { column: 'Full Name', enabled: true },
  options: { defaultCountry: 'DE', sheet: 'Sheet 2' },
});

describe('the key of columns', () => {
  const key = (columns: string[]) => columnsKey(columns).toString('hex');

  test.each([
    [['Name', 'E-Mail']],
    [['E-MAIL', 'name']],
    [[' name', 'e-mail ']],
    [['Import Row', 'Import Outcome', 'Import Reason', 'E-Mail', 'Name']],
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

describe('a remembered plan', () => {
  test('speaks of the columns of the file at hand, and of targets that there are', () => {
    const found = rememberedPlan(plan, ['plan', 'full name', 'e-mail', 'ODD'], [{ name: 'Plan' }]);
    expect(found).toMatchObject({
      fieldMapping: { 'e-mail': 'email', 'full name': 'firstName', plan: 'custom:Plan' },
      nameSplitConfig: { column: 'full name', enabled: true },
      options: { defaultCountry: 'DE', sheet: null },
    });
    expect(Object.keys(found?.fieldMapping ?? {})).not.toContain('ODD');
  });

  test('leaves out a custom field that is no more', () => {
    const found = rememberedPlan(plan, ['Plan', 'Full Name', 'E-Mail', 'Odd'], []);
    expect(found?.fieldMapping).toEqual({ 'E-Mail': 'email', 'Full Name': 'firstName' });
  });

  test('of which nothing is left is none', () => {
    const custom = importPlan.parse({ fieldMapping: { Plan: 'custom:Plan' } });
    expect(rememberedPlan(custom, ['Plan'], [])).toBeNull();
  });

  test('tells apart columns whose names differ in case alone', () => {
    const twice = importPlan.parse({ fieldMapping: { phone: 'phone', Phone: 'city' } });
    expect(rememberedPlan(twice, ['Phone', 'phone'], [])?.fieldMapping).toEqual({
      phone: 'phone',
      Phone: 'city',
    });
    expect(rememberedPlan(twice, ['PHONE', 'Phone'], [])?.fieldMapping).toEqual({
      PHONE: 'phone',
      Phone: 'city',
    });
  });
});
