import { CircleAlert, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { RowProblem } from '#contract/imports.ts';
import { formatNumber } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Truncated } from '../../ui/truncated.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import type { PreviewRows } from './preview-cells.ts';
import {
  cellProblems,
  isTaken,
  type PreviewColumn,
  type PreviewRow,
  problemsOutside,
  troubledLabels,
} from './preview-columns.ts';
import { StoredValue } from './stored-value.tsx';

interface PreviewTableProps {
  rows: PreviewRows;
  columns: readonly PreviewColumn[];
  /** True while newer rows are loading. */
  busy: boolean;
}

/** Renders rows as they will be stored: number and outcome first, then a column for each lead field. */
export const PreviewTable = memo(function PreviewTable({ rows, columns, busy }: PreviewTableProps) {
  return (
    <DataTable
      label="Rows as they will be stored"
      busy={busy}
      className="max-h-104 rounded-t-none border-0 border-t"
    >
      <thead>
        <tr>
          <HeaderCell numeric pinned className="w-14">
            Row
          </HeaderCell>
          <HeaderCell>Outcome</HeaderCell>
          {columns.map(({ field, label, source, numeric }) => (
            <HeaderCell
              key={field}
              numeric={numeric}
              title={source === null ? 'Set by the options' : `From the column ${source}`}
            >
              <span className={cx('block max-w-56 truncate', numeric && 'ml-auto')}>{label}</span>
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PreviewTableRow key={row.number} row={row} columns={columns} />
        ))}
      </tbody>
    </DataTable>
  );
});

function PreviewTableRow({ row, columns }: { row: PreviewRow; columns: readonly PreviewColumn[] }) {
  const lost = !isTaken(row);
  return (
    <TableRow>
      <Cell numeric pinned className="py-2 align-top text-12 leading-5 text-muted">
        {formatNumber(row.number)}
      </Cell>
      <OutcomeCell row={row} columns={columns} />
      {columns.map((column) => (
        <ValueCell key={column.field} row={row} column={column} lost={lost} />
      ))}
    </TableRow>
  );
}

/** Shows the outcome of a row, the columns with problems, and the problems of the whole row. */
function OutcomeCell({ row, columns }: { row: PreviewRow; columns: readonly PreviewColumn[] }) {
  const labels = troubledLabels(row, columns).join(', ');
  return (
    <Cell className="py-2 align-top">
      <OutcomeBadge outcome={row.outcome} />
      {labels !== '' && (
        <span
          className={cx(
            'flex max-w-44 items-center gap-1 text-12',
            isTaken(row) ? 'text-caution' : 'text-muted',
          )}
        >
          {isTaken(row) && <TriangleAlert className="size-3 shrink-0" aria-hidden />}
          <Truncated text={labels} />
        </span>
      )}
      {problemsOutside(row, columns).map((problem) => (
        <Message key={`${problem.code} ${problem.field}`} problem={problem} className="max-w-44" />
      ))}
    </Cell>
  );
}

interface ValueCellProps {
  row: PreviewRow;
  column: PreviewColumn;
  /** True if the row will not be imported. */
  lost: boolean;
}

/** Shows a value as it will be stored, with its problems below. */
function ValueCell({ row, column: { field, numeric }, lost }: ValueCellProps) {
  const value = row.values[field] ?? '';
  const before = row.before[field];
  const problems = cellProblems(row, field);
  // Truncated text stays aligned with its column.
  const place = numeric ? 'ml-auto' : 'mr-auto';
  const [worst] = problems;
  if (!worst) {
    return (
      <Cell numeric={numeric} className={cx('py-2 align-top', lost && 'text-muted')}>
        <StoredValue before={before} after={value} place={place} />
      </Cell>
    );
  }
  const error = problems.some((problem) => problem.severity === 'error');
  return (
    <Cell
      numeric={numeric}
      title={problems.map(wholeText).join('\n')}
      className={cx('py-2 align-top', error ? 'bg-negative-tint' : 'bg-caution-tint')}
    >
      {value === '' ? (
        <Dropped text={worst.value} place={place} />
      ) : (
        <StoredValue before={before} after={value} place={place} />
      )}
      {problems.map((problem) => (
        <Message key={problem.code} problem={problem} className={place} />
      ))}
    </Cell>
  );
}

/** Shows the file's text of a cell that stays empty. */
function Dropped({ text, place }: { text: string; place: string }) {
  if (text === '') return null;
  return <del className={cx('block max-w-56 truncate text-muted', place)}>{text}</del>;
}

interface MessageProps {
  problem: RowProblem;
  className: string;
}

function Message({ problem: { severity, message }, className }: MessageProps) {
  const error = severity === 'error';
  const Icon = error ? CircleAlert : TriangleAlert;
  return (
    <span
      className={cx(
        'flex w-max max-w-80 items-start gap-1 text-left text-12',
        error ? 'text-negative' : 'text-caution',
        className,
      )}
    >
      <Icon className="mt-0.5 size-3 shrink-0" aria-hidden />
      <span className="min-w-0">
        <span className="sr-only">{error ? 'Error: ' : 'Warning: '}</span>
        {message}
      </span>
    </span>
  );
}

function wholeText({ message, value }: RowProblem): string {
  return value === '' ? message : `${message}. In the file: ${value}`;
}
