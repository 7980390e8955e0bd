import { describe, expect, it } from 'vitest';
import type { RowProblem } from '#contract/imports.ts';
import {
  cellOutcome,
  columnProblems,
  columnSamples,
  errorRowCount,
  filledFields,
  type PreviewRows,
  previewValues,
  problemSamples,
  rowProblems,
} from './preview-cells.ts';

const badPhone = (value: string): RowProblem => ({
  severity: 'warning',
  code: 'invalid_phone',
  field: 'phone',
  column: 'Tel',
  value,
  message: 'Not a valid phone number',
});
const noIdentity: RowProblem = {
  severity: 'error',
  code: 'no_identity',
  field: null,
  column: null,
  value: '',
  message: 'Neither email nor phone',
};
const badMail: RowProblem = { ...badPhone('x@'), severity: 'error', code: 'invalid_email', column: 'Mail' };
const NEW = { before: {}, similar: null, outcome: { kind: 'new' } } as const;
const FAILED = { before: {}, similar: null, outcome: { kind: 'error' } } as const;
const US = { phone: '+14155550100', country: 'United States', hlr: 'active' };
const rows: PreviewRows = [
  { number: 2, values: US, problems: [], ...NEW },
  { number: 3, values: { phone: '12', tags: 'vip' }, problems: [badPhone('12')], ...NEW },
  { number: 5, values: { phone: '13', country: 'France' }, problems: [badPhone('13'), badMail], ...FAILED },
  { number: 6, values: { country: 'United States' }, problems: [noIdentity], ...FAILED },
];
const draft = { mapping: { Tel: 'phone', Number: 'numberHlrStatus' }, splitColumn: null } as const;

describe('columnSamples', () => {
  it('takes the first different values that are there', () => {
    const preview = ['', 'a', ' a ', 'b', '', 'c', 'd'].map((Town) => ({ Town }));
    expect(columnSamples(preview, 'Town')).toEqual([
      { row: 1, value: 'a' },
      { row: 3, value: 'b' },
      { row: 5, value: 'c' },
    ]);
    expect(columnSamples(preview, 'constructor')).toEqual([]);
  });
});

describe('problemSamples', () => {
  const preview = ['+1', '12', '13', '14', '15'].map((Tel) => ({ Tel }));
  const clean = rows.map((row) => ({ ...row, problems: [] }));

  it('shows the first value with a problem in the place of the last', () => {
    const late = [...clean, { number: 7, values: {}, problems: [badPhone('15')], ...NEW }];
    expect(problemSamples(preview, late, 'Tel').map((sample) => sample.value)).toEqual(['+1', '12', '15']);
  });

  it('leaves the samples as they are when one has a problem, or nothing has', () => {
    const first = columnSamples(preview, 'Tel');
    expect(problemSamples(preview, rows, 'Tel')).toEqual(first);
    expect(problemSamples(preview, clean, 'Tel')).toEqual(first);
  });
});

describe('cellOutcome', () => {
  it('gives what the cell becomes with its own problems alone', () => {
    expect(cellOutcome(rows, 2, 'Tel', 'phone')).toEqual({ value: '13', problems: [badPhone('13')] });
    expect(cellOutcome(rows, 0, 'Number', 'numberHlrStatus')).toEqual({ value: 'active', problems: [] });
    expect(cellOutcome(rows, 3, 'Tel', 'phone')).toEqual({ value: '', problems: [] });
    expect(cellOutcome(rows, 9, 'Tel', 'phone')).toBeNull();
  });

  it('gives the value that an update replaces', () => {
    const outcome = { kind: 'update', leadId: null, row: 2 } as const;
    const update = { number: 7, values: { city: 'Paris', hlr: 'active' }, problems: [], outcome };
    const updated: PreviewRows = [{ ...update, similar: null, before: { city: 'London', hlr: '' } }];
    expect(cellOutcome(updated, 0, 'Town', 'city')).toEqual({
      value: 'Paris',
      before: 'London',
      problems: [],
    });
    expect(cellOutcome(updated, 0, 'HLR', 'numberHlrStatus')).toEqual({ value: 'active', problems: [] });
  });
});

describe('problems', () => {
  it('are collected by kind with the rows of the file that have them', () => {
    expect(columnProblems(rows, 'Tel')).toMatchObject([{ severity: 'warning', numbers: [3, 5] }]);
    expect(columnProblems(rows, 'Town')).toEqual([]);
    expect(rowProblems(rows)).toMatchObject([{ message: 'Neither email nor phone', numbers: [6] }]);
  });

  it('count a row once, and warnings not at all', () => {
    expect(errorRowCount(rows)).toBe(2);
  });
});

describe('filledFields', () => {
  it('names what the options fill, not what columns or a split name feed', () => {
    expect(filledFields(rows, draft)).toEqual(['country', 'tags']);
    const split = [{ number: 2, values: { firstName: 'Ann', lastName: 'Lee' }, problems: [], ...NEW }];
    expect(filledFields(split, { ...draft, splitColumn: 'Name' })).toEqual([]);
    expect(previewValues(rows, 'country')).toEqual(['United States', 'France']);
  });
});
