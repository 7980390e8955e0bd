import { describe, expect, it } from 'vitest';
import { CONSENT_FIELDS } from '#contract/consent-fields.ts';
import { IMPORT_FIELDS } from '#contract/lead-fields.ts';
import type { ImportDraft } from './draft.ts';
import { fieldOptions, nameColumnOptions } from './field-options.ts';

const draft: ImportDraft = {
  mapping: { 'A column of a very long name': 'email' },
  splitColumn: null,
  mode: 'create',
  matchField: 'email',
  updatePolicy: 'overwrite',
  defaultCountry: null,
  countryFromPhone: true,
  owners: [],
  dropInvalidEmails: false,
  tagsText: '',
  sheet: null,
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  columnTools: [],
  valueMaps: {},
};

describe('fieldOptions', () => {
  it("begins with Don't import and offers every field, the Lead ID in updates alone", () => {
    const options = fieldOptions(draft);
    expect(options[0]).toEqual({ value: 'none', label: "Don't import" });
    expect(options).toHaveLength(IMPORT_FIELDS.length + CONSENT_FIELDS.length + 2);
    expect(options.some((option) => option.value === 'id')).toBe(false);
    expect(fieldOptions({ ...draft, mode: 'update' }).some((option) => option.value === 'id')).toBe(true);
  });

  it('names the column that a field is taken by, shortly', () => {
    const taken = fieldOptions(draft).filter((option) => option.hint !== undefined);
    expect(taken).toMatchObject([{ value: 'email', label: 'Email', hint: 'A column of a v…' }]);
  });

  it('offers custom fields last, under their targets, and says which is taken', () => {
    const plan = { name: 'Plan', type: 'text', required: false } as const;
    const options = fieldOptions({ ...draft, mapping: { Tariff: 'custom:Plan' } }, [
      plan,
      { ...plan, name: 'Score' },
    ]);
    expect(options.slice(-2)).toEqual([
      { value: 'custom:Plan', label: 'Plan', group: 'Custom fields', hint: 'Tariff' },
      { value: 'custom:Score', label: 'Score', group: 'Custom fields' },
    ]);
  });

  it('offers to split where there are full names', () => {
    const options = nameColumnOptions(fieldOptions(draft));
    expect(options.slice(0, 2).map((option) => option.value)).toEqual(['none', 'split']);
    expect(options).toHaveLength(IMPORT_FIELDS.length + CONSENT_FIELDS.length + 3);
  });

  it('offers the note always, and a new field to administrators', () => {
    const values = (canCreate: boolean) => fieldOptions(draft, [], canCreate).map(({ value }) => value);
    expect(values(false).slice(0, 2)).toEqual(['none', 'note']);
    expect(values(true).slice(0, 3)).toEqual(['none', 'note', 'callingCode']);
  });
});
