import type { GridRow } from '#contract/import-fixing.ts';
import type { RowProblem } from '#contract/imports.ts';
import { leadsByIdentity } from '../../../../lead/identity-reads.ts';
import { similarHints } from '../../../../lead/similar/similar-hints.ts';
import type { TenantTransaction } from '../../../../platform/db/scope.ts';
import { type StoredRow, storedRowsOf } from '../../record/stored-row-writes.ts';
import { wantedBy } from '../../write/match-lead.ts';
import { decodeCells, rowOutcomeOf } from '../rows/grid-row.ts';
import { type GridProblem, IN_DATABASE, IN_FILE, ProblemList } from '../rows/problem-list.ts';
import { LEAD_DELETED } from '../rows/stored-rows.ts';
import { type PageRow, repeatedRows } from '../statements/page-reads.ts';
import { type FilledGrid, gridMapper } from './grid-session.ts';

/**
 * Returns rows as the API shows them: with the messages of their problems, which are found again by mapping the rows, and
 * what they repeat.
 */
export async function shownRows(
  tx: TenantTransaction,
  grid: FilledGrid,
  rows: readonly PageRow[],
): Promise<GridRow[]> {
  const map = await gridMapper(tx, grid);
  const problems = new ProblemList(grid.problems);
  const decoded = rows.map((row) => ({ row, cells: decodeCells(row.cells) }));
  const mapped = decoded.map(({ row, cells }) =>
    map({ number: row.row, cells, ...(row.dropped && { edit: { dropped: true, cells: [] } }) }),
  );
  const known = mapped.filter((_row, index) => rows[index]?.tags?.includes(IN_DATABASE));
  const leads = await leadsByIdentity(tx, wantedBy(known));
  const earlier = await repeatedRows(tx, grid, rows);
  const numbers = rows.map(({ row }) => row);
  const stored = await storedRowsOf(tx, grid, numbers);
  const hints = await similarHints(
    tx,
    rows.map((row, index) => {
      const isNew = rowOutcomeOf(row.outcome) === 'imported' && !row.dropped && !stored.has(row.row);
      return isNew ? (mapped[index]?.draft ?? null) : null;
    }),
  );
  return decoded.map(({ row, cells }, index): GridRow => {
    const { draft, problems: found = [] } = mapped[index] ?? {};
    const lead = stored.get(row.row);
    const holders = [
      leads.get(draft?.email ?? ''),
      draft?.numberValid ? leads.get(draft.phone ?? '') : undefined,
    ];
    const leadId = holders.find((id) => id !== undefined && id !== lead?.leadId);
    return {
      row: row.row,
      cells,
      outcome: rowOutcomeOf(row.outcome),
      problems: [
        ...found,
        ...(row.dropped ? [] : otherProblems(row.tags ?? [], found, problems)),
        ...(lead?.isDeleted && !hasProblem(row, problems, LEAD_DELETED)
          ? [{ ...LEAD_DELETED, value: '' }]
          : []),
      ],
      stored: lead === undefined ? null : storedReply(row, lead),
      repeats: repeatOf(row, earlier.get(row.row) ?? null, leadId ?? null),
      similar: hints[index] ?? null,
      edited: Object.entries(row.values ?? {}).map(([column]) => ({
        column,
        original: row.originals?.[column] ?? '',
        editedBy: row.authors?.[column] ?? '',
      })),
      dropped: row.dropped ?? false,
      editedBy: row.editedBy,
      editedAt: row.editedAt?.toISOString() ?? null,
    };
  });
}

/** Returns the problems of a row that mapping it doesn't find: the ones that depend on leads and on other rows. */
function otherProblems(
  tags: readonly number[],
  found: readonly RowProblem[],
  problems: ProblemList,
): RowProblem[] {
  const codes = new Set(found.map(({ code }) => code));
  return tags.flatMap((tag): RowProblem[] => {
    const problem = problems.at(tag);
    return problem === undefined || codes.has(problem.code) ? [] : [{ ...problem, value: '' }];
  });
}

function hasProblem({ tags }: PageRow, problems: ProblemList, { code }: GridProblem): boolean {
  return tags?.some((tag) => problems.at(tag)?.code === code) ?? false;
}

/** Returns what became of a stored row; it waits for an update of its lead if it was edited since. */
function storedReply(
  { values, dropped, editedAt }: PageRow,
  { leadId, isDeleted, storedAt }: StoredRow,
): GridRow['stored'] {
  const isEdited = editedAt !== null && editedAt > storedAt && Object.keys(values ?? {}).length > 0;
  return { leadId, isDeleted, isEdited: isEdited && !dropped };
}

function repeatOf({ tags }: PageRow, row: number | null, leadId: string | null): GridRow['repeats'] {
  if (tags?.includes(IN_DATABASE)) return { row: null, leadId };
  return tags?.includes(IN_FILE) ? { row, leadId: null } : null;
}
