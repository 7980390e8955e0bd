import { describe, expect, test } from 'vitest';
import { queueOptions } from '#contract/import-queue.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { carriedPlan, matchMapping, queuedImportPlan } from './queue-plan.ts';

const planOf = (fieldMapping: Record<string, string>, splitColumn?: string): ImportPlan =>
  importPlan.parse({
    fieldMapping,
    ...(splitColumn !== undefined && { nameSplitConfig: { column: splitColumn, enabled: true } }),
  });

describe('a mapping for another file', () => {
  test('is found by name, exact names first, and names the columns that the file lacks', () => {
    const plan = planOf({ Email: 'email', EMAIL: 'address', City: 'city' }, 'Name');
    expect(matchMapping(plan, [' email ', 'EMAIL', 'NAME'])).toEqual({
      fieldMapping: { ' email ': 'email', EMAIL: 'address' },
      nameSplitConfig: { column: 'NAME', enabled: true },
      missing: ['City'],
    });
  });

  test('knows columns that are named like members of objects', () => {
    expect(matchMapping(planOf({ constructor: 'city' }), ['toString']).missing).toEqual(['constructor']);
    expect(matchMapping(planOf({ constructor: 'city' }), ['constructor']).fieldMapping).toEqual({
      constructor: 'city',
    });
  });

  test('goes with the automatic mapping of the columns that it leaves free', () => {
    const chosen = planOf({ Contact: 'email', Place: 'address' });
    const automatic = planOf({ Mail: 'email', Phone: 'phone', City: 'city' });
    expect(carriedPlan(chosen, automatic, ['CONTACT', 'Mail', 'Phone', 'City']).fieldMapping).toEqual({
      CONTACT: 'email',
      Phone: 'phone',
      City: 'city',
    });
  });
});

describe('the plan of an import', () => {
  const columns = ['Lead ID', 'Email'];

  test('maps a column of Lead IDs where leads are found by them', () => {
    const options = queueOptions.parse({ importMode: { mode: 'update', matchField: 'id' } });
    expect(queuedImportPlan(planOf({ Email: 'email' }), options, columns).fieldMapping).toEqual({
      Email: 'email',
      'Lead ID': 'id',
    });
  });

  test('maps none where leads are created', () => {
    const plan = planOf({ Email: 'email', 'Lead ID': 'id' });
    expect(queuedImportPlan(plan, queueOptions.parse({}), columns).fieldMapping).toEqual({ Email: 'email' });
  });

  test('has the options of the queue', () => {
    const options = queueOptions.parse({
      defaultCountry: 'DE',
      manualTags: ['a'],
      updatePolicy: 'fillEmpty',
    });
    expect(queuedImportPlan(planOf({ Email: 'email' }), options, columns)).toEqual({
      ...planOf({ Email: 'email' }),
      manualTags: ['a'],
      options: { ...planOf({}).options, defaultCountry: 'DE', updatePolicy: 'fillEmpty' },
    });
  });
});
