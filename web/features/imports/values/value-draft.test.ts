import { describe, expect, it } from 'vitest';
import type { ColumnValues, FileValue } from '#contract/import-values.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { choiceOfOption, optionOf, valueOptions, withOption } from './column-values-panel.tsx';
import {
  choiceOf,
  chooseValue,
  keepUnknown,
  openValues,
  valueColumns,
  valueState,
  withMeanings,
} from './value-draft.ts';

const draft: ImportDraft = {
  mapping: { State: 'status', Land: 'country', Mail: 'email', OK: 'custom:OK', Tier: 'custom:Tier' },
  splitColumn: null,
  mode: 'create',
  matchField: 'email',
  updatePolicy: 'overwrite',
  defaultCountry: null,
  countryFromPhone: true,
  dropInvalidEmails: false,
  tagsText: '',
  sheet: null,
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  columnTools: [],
  valueMaps: {},
};

const value = (text: string, meaning: FileValue['meaning'] = null): FileValue => ({
  value: text,
  count: 1,
  meaning,
  near: null,
  spellings: 1,
});
const state: ColumnValues = {
  column: 'State',
  target: 'status',
  values: [
    value('Neu', { value: 'new', from: 'known' }),
    value('heiß', { value: 'qualified', from: 'remembered' }),
    value('bleibt', { value: null, from: 'remembered' }),
    value('odd'),
    value('new', { value: 'new', from: 'known' }),
  ],
  more: false,
  known: ['new'],
};
const land: ColumnValues = {
  column: 'Land',
  target: 'country',
  values: [value('Deutschland', { value: 'Germany', from: 'known' }), value('Atlantis')],
  more: false,
  known: [],
};

describe('values of a draft', () => {
  it('are those of columns that feed fields with few values', () => {
    const fields = [
      { name: 'OK', type: 'boolean', required: false },
      { name: 'Tier', type: 'text', required: false },
    ] as const;
    const columns = ['Mail', 'Land', 'Tier', 'State', 'OK', 'Else'];
    expect(valueColumns(columns, draft, fields)).toEqual(['Land', 'State', 'OK']);
  });

  it('get their meanings once, and keep what the user chose', () => {
    const chosen = chooseValue(draft, 'State', 'Neu', null);
    const filled = withMeanings(chosen, [state, land]);
    expect(filled.valueMaps).toEqual({ State: { Neu: null, heiß: 'qualified', bleibt: null } });
    expect(withMeanings(filled, [state, land])).toBe(filled);
    // The column feeds another field by now.
    const moved = { ...draft, mapping: { State: 'brand' } };
    expect(withMeanings(moved, [state])).toBe(moved);
  });

  it('that nobody knows are kept as they are on request, but those that may be new are not asked for', () => {
    const brand: ColumnValues = { ...state, column: 'Brand', target: 'brand' };
    const chosen = chooseValue(draft, 'Land', 'Atlantis', 'Greece');
    expect(keepUnknown(chosen, [state, land, brand]).valueMaps).toEqual({
      Land: { Atlantis: 'Greece' },
      State: { odd: null },
    });
  });

  it('are unknown, known, remembered or chosen', () => {
    const filled = chooseValue(withMeanings(draft, [state]), 'State', 'Neu', 'contacted');
    expect(state.values.map((one) => valueState(filled, 'State', one))).toEqual([
      'chosen',
      'remembered',
      'remembered',
      'unknown',
      'known',
    ]);
    expect(openValues(filled, state)).toBe(1);
    expect(openValues(chooseValue(filled, 'State', 'odd', null), state)).toBe(0);
    expect(openValues(draft, { ...state, target: 'brand' })).toBe(0);
    expect(openValues(draft, land)).toBe(1);
  });

  it('may have the names of properties', () => {
    expect(choiceOf(draft, 'State', 'constructor')).toBeUndefined();
    expect(choiceOf(chooseValue(draft, 'State', '__proto__', 'x'), 'State', '__proto__')).toBe('x');
  });
});

it('offers to keep a value, to leave it out, and the values of the field', () => {
  expect(valueOptions(state).map(({ label }) => label)).toEqual(['Keep as it is', 'Leave empty', 'new']);
  expect(valueOptions({ target: 'custom:OK', known: [] }).map(({ label }) => label)).toContain('Yes');
  expect(valueOptions(land).some(({ label }) => label === 'Germany')).toBe(true);
  for (const choice of [null, '', 'new', 'keep', 'empty'])
    expect(choiceOfOption(optionOf(choice))).toBe(choice);
  expect(withOption(valueOptions(state), optionOf('other')).at(-1)?.label).toBe('other');
});
