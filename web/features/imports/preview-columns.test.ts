import { describe, expect, it } from 'vitest';
import type { RowProblem } from '#contract/imports.ts';
import {
  cellProblems,
  type PreviewRow,
  previewColumns,
  problemsOutside,
  rowState,
  troubledLabels,
  troubledRows,
} from './preview-columns.ts';

const problem = (severity: RowProblem['severity'], field: string | null): RowProblem => ({
  severity,
  code: `${severity}_${field}`,
  field,
  column: null,
  value: 'x',
  message: 'Wrong',
});
const badDate = problem('warning', 'depositDate');
const badMail = problem('error', 'email');
const noContact = problem('error', null);
const row = (number: number, problems: RowProblem[] = []): PreviewRow => ({
  number,
  values: { tags: 'vip' },
  problems,
});
const mapping = { Plan: 'custom:Plan', FTD: 'depositAmount', HLR: 'numberHlrStatus', Mail: 'email' };
const columns = previewColumns({ mapping, splitColumn: 'Name' }, [row(2)]);

describe('previewColumns', () => {
  it('stand in the order of the screens with their sources: names, own fields, those of the options', () => {
    expect(columns.map(({ label, source }) => [label, source])).toEqual([
      ['First Name', 'Name'],
      ['Last Name', 'Name'],
      ['Email', 'Mail'],
      ['Deposit Amount', 'FTD'],
      ['HLR Status', 'HLR'],
      ['Tags', null],
      ['Plan', 'Plan'],
    ]);
    expect(columns.filter((column) => column.numeric).map((column) => column.label)).toEqual([
      'Deposit Amount',
    ]);
  });
});

describe('rowState', () => {
  it('is told by the worst problem', () => {
    expect(rowState(row(2))).toBe('clean');
    expect(rowState(row(2, [badDate]))).toBe('warning');
    expect(rowState(row(2, [badDate, badMail]))).toBe('error');
    expect(
      troubledRows([row(2), row(3, [badDate]), row(4, [noContact])]).map(({ number }) => number),
    ).toEqual([3, 4]);
  });
});

describe('problems', () => {
  const troubled = row(2, [badMail, problem('warning', 'numberHlrStatus'), badDate, noContact]);

  it('stand in the cell where the value is stored', () => {
    expect(cellProblems(troubled, 'email')).toEqual([badMail]);
    expect(cellProblems(troubled, 'hlr')).toEqual([problem('warning', 'numberHlrStatus')]);
    expect(cellProblems(troubled, 'tags')).toEqual([]);
    expect(troubledLabels(troubled, columns)).toEqual(['Email', 'HLR Status']);
  });

  it('stand with the row where no cell shows them, so that none is lost', () => {
    expect(problemsOutside(troubled, columns)).toEqual([badDate, noContact]);
  });
});
