import { ArrowDown, ArrowRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { CALLING_CODE_TARGET } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Option } from '../../../ui/option.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { DONT_IMPORT, SPLIT_NAMES } from '../plan/field-options.ts';
import { mappedField } from '../plan/mapping.ts';
import {
  type CellOutcome,
  type ColumnSample,
  cellOutcome,
  columnProblems,
  type PreviewRows,
  problemSamples,
} from '../preview/preview-cells.ts';
import type { Preview } from '../preview/use-preview.ts';

/** Shared by header and rows on wide screens. */
export const MAPPING_GRID =
  'lg:grid lg:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,14rem)_minmax(0,1.2fr)] lg:gap-x-4';

interface MappingRowProps {
  column: string;
  upload: Upload;
  draft: ImportDraft;
  preview: Preview;
  options: readonly Option[];
  onMap: (column: string, choice: string) => void;
}

export function MappingRow({ column, upload, draft, preview, options, onMap }: MappingRowProps) {
  const samples = problemSamples(upload.preview, preview.rows, column);
  const field = draft.splitColumn === column ? SPLIT_NAMES : mappedField(draft.mapping, column);
  return (
    <li
      className={cx(
        'border-t border-line px-4 py-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] lg:items-center lg:px-5 lg:py-1.5',
        MAPPING_GRID,
      )}
    >
      <SampleColumn column={column} samples={samples} mapped={field !== null} />
      <span className="hidden text-muted lg:block">
        <ArrowRight className="size-4" aria-hidden />
      </span>
      <div className="flex items-center gap-2 max-lg:mt-1">
        <ArrowDown className="size-4 shrink-0 text-muted lg:hidden" aria-hidden />
        <Combobox
          aria-label={`Lead field for ${column}`}
          value={field ?? DONT_IMPORT}
          onChange={(choice) => onMap(column, choice)}
          options={options}
          searchPlaceholder="Search fields…"
          emptyText="No fields found"
          className={cx(field === null && 'border-line text-muted')}
        />
      </div>
      <OutcomeColumn column={column} field={field} samples={samples} preview={preview} />
    </li>
  );
}

interface SampleColumnProps {
  column: string;
  samples: ColumnSample[];
  mapped: boolean;
}

function SampleColumn({ column, samples, mapped }: SampleColumnProps) {
  return (
    <div className="min-w-0">
      <p className={cx('truncate text-14', mapped ? 'font-medium' : 'text-muted')} title={column}>
        {column}
      </p>
      <ul aria-label={`Values of ${column}`} className={cx(VALUE_LINE, 'text-muted')}>
        {samples.map(({ row, value }) => (
          <li key={row} className={VALUE} title={value}>
            {`${value} `}
          </li>
        ))}
        {samples.length === 0 && <li>No values in the first rows</li>}
      </ul>
    </div>
  );
}

/** Values on one truncated line, separated by dots; each ends in a space. */
const VALUE_LINE = 'truncate text-13 leading-5';
const VALUE =
  "inline not-first:before:mr-1.5 not-first:before:ml-0.5 not-first:before:text-muted not-first:before:content-['·']";

interface OutcomeColumnProps {
  column: string;
  /** Null if the column isn't imported. */
  field: string | null;
  samples: ColumnSample[];
  preview: Preview;
}

/** Results of a column's samples, above its most severe problem. */
function OutcomeColumn({ column, field, samples, preview }: OutcomeColumnProps) {
  const dimmed = useDimmed(preview.busy);
  if (field === null || field === CALLING_CODE_TARGET) {
    const text = field === null ? 'Not imported' : 'Read with the phone';
    return <p className="hidden text-13 text-muted lg:block">{text}</p>;
  }
  return (
    <div aria-busy={preview.busy} className={cx('min-w-0 max-lg:mt-1 max-lg:pl-6', dimmed)}>
      <ul aria-label={`What ${column} becomes`} className={VALUE_LINE}>
        {samples.map((sample) => (
          <li key={sample.row} className={VALUE}>
            <Outcome outcome={splitOrSingle(preview.rows, sample.row, column, field)} />{' '}
          </li>
        ))}
      </ul>
      <Summary rows={preview.rows} column={column} />
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

function Outcome({ outcome }: { outcome: CellOutcome | null }) {
  if (!outcome) return <Skeleton className="inline-block h-3 w-20 align-middle" />;
  const [problem] = outcome.problems;
  const tone = problem?.severity === 'error' ? 'text-negative' : 'text-caution';
  const becomes = outcome.before === undefined ? outcome.value : `${outcome.before} → ${outcome.value}`;
  return (
    <span
      className={problem ? tone : cx(!outcome.value && 'text-muted')}
      title={problem ? `${becomes || '—'}: ${problem.message}` : becomes}
    >
      {outcome.before !== undefined && <Replaced text={outcome.before} />}
      {outcome.value || '—'}
      {problem && <span className="sr-only"> {problem.message}</span>}
    </span>
  );
}

function Replaced({ text }: { text: string }) {
  return (
    <>
      <del className="text-muted">{text}</del> <span className="text-muted">→</span>{' '}
    </>
  );
}

/** Most severe problem, with the number of affected rows. */
function Summary({ rows, column }: { rows: PreviewRows; column: string }) {
  const groups = columnProblems(rows, column);
  const worst = groups.find((group) => group.severity === 'error') ?? groups[0];
  if (!worst) return null;
  const numbers = new Set(groups.flatMap((group) => group.numbers));
  const isError = worst.severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  const where =
    numbers.size === 1
      ? `Row ${worst.numbers[0]}`
      : `${formatNumber(numbers.size)} of the first ${formatNumber(rows.length)} rows`;
  return (
    <p
      className={cx(
        'flex items-center gap-1 text-12 leading-4.5 font-medium',
        isError ? 'text-negative' : 'text-caution',
      )}
      title={groups.map((group) => `${group.message}: rows ${group.numbers.join(', ')}`).join('\n')}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">
        {where}: {worst.message}
      </span>
    </p>
  );
}
