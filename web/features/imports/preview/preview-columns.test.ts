import { describe, expect, it } from 'vitest';
import type { PreviewOutcome } from '#contract/import-preview.ts';
import type { RowProblem } from '#contract/imports.ts';
import {
  cellProblems,
  isTaken,
  outcomeCounts,
  type PreviewRow,
  previewColumns,
  problemsOutside,
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
const row = (
  number: number,
  problems: RowProblem[] = [],
  outcome: PreviewOutcome = { kind: 'new' },
): PreviewRow => ({ number, values: { tags: 'vip' }, before: {}, outcome, problems, similar: null });
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

describe('outcomes', () => {
  const repeat: PreviewOutcome = { kind: 'duplicate', field: 'email', leadId: null, row: 2 };
  const update: PreviewOutcome = { kind: 'update', leadId: null, row: 2 };
  const rows = [
    row(2),
    row(3, [badDate]),
    row(4, [noContact], { kind: 'error' }),
    row(5, [], repeat),
    row(6, [], update),
    row(7, [], update),
  ];

  it('say which rows are left out, and which need a look', () => {
    expect(rows.filter(isTaken).map(({ number }) => number)).toEqual([2, 3, 6, 7]);
    expect(troubledRows(rows).map(({ number }) => number)).toEqual([3, 4, 5]);
  });

  it('are counted', () => {
    expect(outcomeCounts(rows)).toBe('2 new, 2 updates, 1 duplicate, 1 error');
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
