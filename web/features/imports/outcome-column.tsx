import { CircleAlert, TriangleAlert } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDimmed } from '../../ui/use-dimmed.ts';
import { SPLIT_NAMES } from './field-options.ts';
import {
  type CellOutcome,
  type ColumnSample,
  cellOutcome,
  columnProblems,
  type PreviewRows,
} from './preview-cells.ts';
import type { Preview } from './use-preview.ts';

interface OutcomeColumnProps {
  column: string;
  /** Field that the column feeds; null if it isn't imported. */
  field: string | null;
  samples: ColumnSample[];
  preview: Preview;
}

/** Shows the results of the sampled values of a column line by line, with problems marked. */
export function OutcomeColumn({ column, field, samples, preview }: OutcomeColumnProps) {
  const dimmed = useDimmed(preview.busy);
  if (field === null) {
    return <p className="hidden text-13 text-muted lg:block">Not imported</p>;
  }
  return (
    <div aria-busy={preview.busy} className={cx('min-w-0 max-lg:mt-2 max-lg:pl-6', dimmed)}>
      <Summary rows={preview.rows} column={column} />
      <ul aria-label={`What ${column} becomes`} className="text-13">
        {samples.map((sample) => (
          <li key={sample.row} className="flex h-5 min-w-0 items-center gap-1.5">
            <Line outcome={splitOrSingle(preview.rows, sample.row, column, field)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function splitOrSingle(rows: PreviewRows, row: number, column: string, field: string): CellOutcome | null {
  if (field !== SPLIT_NAMES) return cellOutcome(rows, row, column, field);
  const first = cellOutcome(rows, row, column, 'firstName');
  const last = cellOutcome(rows, row, column, 'lastName');
  if (!first || !last) return null;
  return {
    value: [first.value, last.value].filter((name) => name !== '').join(' | '),
    problems: first.problems,
  };
}

/** Renders one line: the value or a dash, then its problem. */
function Line({ outcome }: { outcome: CellOutcome | null }) {
  if (!outcome) return <Skeleton className="h-3 w-32" />;
  const [problem] = outcome.problems;
  const tone = problem?.severity === 'error' ? 'text-negative' : 'text-caution';
  const Icon = problem?.severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <>
      <span
        className={cx('truncate', problem && 'max-w-[60%] shrink-0', !outcome.value && 'text-muted')}
        title={outcome.before === undefined ? outcome.value : `${outcome.before} → ${outcome.value}`}
      >
        {outcome.before !== undefined && <Replaced text={outcome.before} />}
        {outcome.value || '—'}
      </span>
      {problem && (
        <span className={cx('flex min-w-0 items-center gap-1', tone)} title={problem.message}>
          <Icon className="size-3.5 shrink-0" aria-hidden />
          <span className="truncate">{problem.message}</span>
        </span>
      )}
    </>
  );
}

/** Shows the value that an update replaces, before the new one. */
function Replaced({ text }: { text: string }) {
  return (
    <>
      <del className="text-muted">{text}</del> <span className="text-muted">→</span>{' '}
    </>
  );
}

function Summary({ rows, column }: { rows: PreviewRows; column: string }) {
  const groups = columnProblems(rows, column);
  const worst = groups.find((group) => group.severity === 'error') ?? groups[0];
  const numbers = new Set(groups.flatMap((group) => group.numbers));
  if (!worst) return <p className="h-5 text-13 text-muted max-lg:hidden" />;
  const text = `${formatNumber(numbers.size)} of the first ${formatNumber(rows.length)} rows`;
  return (
    <p
      className={cx(
        'h-5 truncate text-12 leading-5 font-medium',
        worst.severity === 'error' ? 'text-negative' : 'text-caution',
      )}
      title={groups.map((group) => `${group.message}: rows ${group.numbers.join(', ')}`).join('\n')}
    >
      {numbers.size === 1 ? `Row ${worst.numbers[0]} has a problem` : `${text} have a problem`}
    </p>
  );
}
