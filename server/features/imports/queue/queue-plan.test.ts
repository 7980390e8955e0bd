import { describe, expect, test } from 'vitest';
import { queueOptions } from '#contract/import-queue.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { carriedPlan, queuedImportPlan, samePlan } from './queue-plan.ts';

const planOf = (fieldMapping: Record<string, string>, splitColumn?: string): ImportPlan =>
  importPlan.parse({
    fieldMapping,
    ...(splitColumn !== undefined && { nameSplitConfig: { column: splitColumn, enabled: true } }),
  });

describe('a mapping for another file', () => {
  test('goes with the automatic mapping of the columns that it leaves free', () => {
    const chosen = planOf({ Contact: 'email', Place: 'address' });
    const automatic = planOf({ Mail: 'email', Phone: 'phone', City: 'city' });
    expect(carriedPlan(chosen, automatic, ['CONTACT', 'Mail', 'Phone', 'City']).fieldMapping).toEqual({
      CONTACT: 'email',
      Phone: 'phone',
      City: 'city',
    });
  });

  const CHOSEN = importPlan.parse({
    fieldMapping: { Mail: 'email', First: 'firstName', Rest: 'lastName', State: 'status', Brand: 'brand' },
    columnTools: [
      { tool: 'split', column: 'Name', separator: ' ', into: ['First', 'Rest'] },
      { tool: 'replace', column: 'State', find: 'x', replacement: 'y' },
      { tool: 'constant', into: 'Brand', value: 'Acme' },
    ],
    valueMaps: { State: { hot: 'qualified' }, Brand: { Acme: 'ACME' } },
    options: { headerRow: 4, encoding: 'koi8-r' },
  });

  test('takes its column tools and value maps along, under the names of the file', () => {
    const plan = carriedPlan(CHOSEN, planOf({ mail: 'email', City: 'city' }), [
      'mail',
      'NAME',
      'state',
      'City',
    ]);
    expect(plan).toMatchObject({
      fieldMapping: {
        mail: 'email',
        First: 'firstName',
        Rest: 'lastName',
        state: 'status',
        Brand: 'brand',
        City: 'city',
      },
      columnTools: [
        { tool: 'split', column: 'NAME' },
        { tool: 'replace', column: 'state' },
        { tool: 'constant', into: 'Brand' },
      ],
      valueMaps: { state: { hot: 'qualified' }, Brand: { Acme: 'ACME' } },
    });
  });

  test('leaves out tools whose columns the file lacks, with what they feed', () => {
    const plan = carriedPlan(CHOSEN, planOf({}), ['Mail', 'Brand']);
    expect(plan).toMatchObject({ fieldMapping: { Mail: 'email', Brand: 'brand' }, columnTools: [] });
    expect(Object.keys(plan.fieldMapping)).toEqual(['Mail', 'Brand']);
  });

  test('keeps the tools of the automatic mapping that it leaves free', () => {
    const automatic = importPlan.parse({
      fieldMapping: { Town: 'city', Brand: 'brand' },
      columnTools: [
        { tool: 'split', column: 'Place', separator: ',', into: ['Town', 'Land'] },
        { tool: 'constant', into: 'Brand', value: 'Other' },
      ],
      valueMaps: { Town: { x: 'y' } },
    });
    const plan = carriedPlan(CHOSEN, automatic, ['Mail', 'Place']);
    expect(plan.fieldMapping).toEqual({ Mail: 'email', Brand: 'brand', Town: 'city' });
    expect(plan.columnTools).toMatchObject([{ tool: 'constant', value: 'Acme' }, { tool: 'split' }]);
    expect(plan.valueMaps).toEqual({ Brand: { Acme: 'ACME' }, Town: { x: 'y' } });
  });

  test('for a file with the same columns is the same, apart from the way to read the file', () => {
    const automatic = planOf({});
    const plan = samePlan(CHOSEN, automatic, ['STATE', 'name', 'Mail']);
    expect(plan).toMatchObject({
      fieldMapping: { Mail: 'email', STATE: 'status', First: 'firstName' },
      valueMaps: { STATE: { hot: 'qualified' } },
      options: { headerRow: null, encoding: null },
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

  test('maps a column of Lead IDs that a tool adds', () => {
    const options = queueOptions.parse({ importMode: { mode: 'update', matchField: 'id' } });
    const plan = importPlan.parse({
      fieldMapping: { Email: 'email' },
      columnTools: [{ tool: 'split', column: 'Key', separator: '/', into: ['Kind', 'Lead ID'] }],
    });
    expect(queuedImportPlan(plan, options, ['Email', 'Key']).fieldMapping).toMatchObject({ 'Lead ID': 'id' });
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
