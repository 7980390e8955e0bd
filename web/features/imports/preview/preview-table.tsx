import { ArrowRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { PreviewOutcome } from '#contract/import-preview.ts';
import type { RowProblem } from '#contract/imports.ts';
import { formatNumber } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { RecordColumn } from '../../../ui/record-columns.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Truncated } from '../../../ui/truncated.tsx';
import { LeadLink, SimilarPerson } from '../results/lead-link.tsx';
import type { PreviewRows } from './preview-cells.ts';
import {
  cellProblems,
  isTaken,
  type PreviewColumn,
  type PreviewRow,
  problemsOutside,
  troubledLabels,
} from './preview-columns.ts';

interface PreviewTableProps {
  rows: PreviewRows;
  columns: readonly PreviewColumn[];
  /** Newer rows are loading. */
  busy: boolean;
}

const TABLE_WIDTH = 640;
/** Cards are tall, so phones start with few. */
const PHONE_ROWS = 8;

/** Rows as stored: number, outcome, a column per lead field. */
export const PreviewTable = memo(function PreviewTable({ rows, columns, busy }: PreviewTableProps) {
  const phone = usePhoneWidth();
  const [all, setAll] = useState(false);
  const recordColumns = useMemo(() => [ROW, outcomeColumn(columns), ...columns.map(valueColumn)], [columns]);
  const more = phone && !all && rows.length > PHONE_ROWS;
  return (
    <>
      <RecordTable
        flush
        label="Rows as they will be stored"
        columns={recordColumns}
        records={more ? rows.slice(0, PHONE_ROWS) : rows}
        keyOf={({ number }) => number}
        tableWidth={TABLE_WIDTH}
        busy={busy}
        className="max-h-104 border-t"
      />
      {more && (
        <div className="flex justify-center border-t border-line p-2">
          <Button size="small" variant="quiet" onClick={() => setAll(true)}>
            Show All ({formatNumber(rows.length)})
          </Button>
        </div>
      )}
    </>
  );
});

const ROW: RecordColumn<PreviewRow> = {
  label: 'Row',
  numeric: true,
  pinned: true,
  headClassName: 'w-14',
  cellClassName: 'py-2 align-top text-12 leading-5 text-muted',
  value: ({ number }) => formatNumber(number),
};

function outcomeColumn(columns: readonly PreviewColumn[]): RecordColumn<PreviewRow> {
  return {
    label: 'Outcome',
    onCard: 'title',
    cellClassName: 'py-2 align-top',
    value: (row) => <Outcome row={row} columns={columns} />,
  };
}

function Outcome({ row, columns }: { row: PreviewRow; columns: readonly PreviewColumn[] }) {
  const labels = troubledLabels(row, columns).join(', ');
  return (
    <>
      <OutcomeBadge outcome={row.outcome} />
      {row.similar && (
        <span className="block max-w-44 text-12 font-normal whitespace-normal text-caution">
          <SimilarPerson similar={row.similar} />
        </span>
      )}
      {labels !== '' && (
        <span
          className={cx(
            'flex max-w-44 items-center gap-1 text-12 font-normal',
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
    </>
  );
}

function valueColumn({ field, label, source, numeric }: PreviewColumn): RecordColumn<PreviewRow> {
  return {
    label,
    heading: (
      <span
        className={cx('block max-w-56 truncate', numeric && 'ml-auto')}
        title={source === null ? 'Set by the options' : `From the column ${source}`}
      >
        {label}
      </span>
    ),
    numeric,
    isEmpty: (row) => (row.values[field] ?? '') === '' && cellProblems(row, field).length === 0,
    hint: (row) => cellProblems(row, field).map(wholeText).join('\n') || undefined,
    cellClassName: (row) => {
      const problems = cellProblems(row, field);
      if (problems.length === 0) return cx('py-2 align-top', !isTaken(row) && 'text-muted');
      const error = problems.some(({ severity }) => severity === 'error');
      return cx('py-2 align-top', error ? 'bg-negative-tint' : 'bg-caution-tint');
    },
    // Aligns truncated text with its column.
    value: (row) => <Value row={row} field={field} place={numeric ? 'ml-auto' : 'mr-auto'} />,
  };
}

function Value({ row, field, place }: { row: PreviewRow; field: string; place: string }) {
  const value = row.values[field] ?? '';
  const problems = cellProblems(row, field);
  const [worst] = problems;
  return (
    <>
      {worst && value === '' ? (
        <Dropped text={worst.value} place={place} />
      ) : (
        <StoredValue before={row.before[field]} after={value} place={place} />
      )}
      {problems.map((problem) => (
        <Message key={problem.code} problem={problem} className={place} />
      ))}
    </>
  );
}

/** The file's text of a cell that stays empty. */
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
        'flex w-max max-w-80 items-start gap-1 text-left text-12 font-normal max-md:max-w-full!',
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

interface StoredValueProps {
  /** Replaced value, '' for none; undefined if unchanged. */
  before: string | undefined;
  after: string;
  /** Aligns truncated text with its column. */
  place: string;
}

function StoredValue({ before, after, place }: StoredValueProps) {
  if (before === undefined) return <Truncated text={after} className={place} />;
  return (
    <span
      className={cx('flex w-max max-w-80 items-center gap-1.5 max-md:max-w-full', place)}
      title={before === '' ? `Was empty. New: ${after}` : `${before} → ${after}`}
    >
      {before !== '' && (
        <>
          <span className="sr-only">Was: </span>
          <del className="min-w-0 truncate text-muted">{before}</del>
          <ArrowRight className="size-3 shrink-0 text-muted" aria-hidden />
        </>
      )}
      <span className="sr-only">{before === '' ? 'Added: ' : 'Becomes: '}</span>
      <ins className="min-w-0 truncate font-medium no-underline">{after}</ins>
    </span>
  );
}

const WORDS: Record<PreviewOutcome['kind'], { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'positive' },
  update: { label: 'Update', tone: 'info' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  error: { label: 'Error', tone: 'negative' },
};

function OutcomeBadge({ outcome }: { outcome: PreviewOutcome }) {
  const { label, tone } = WORDS[outcome.kind];
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <Badge tone={tone}>{label}</Badge> <Target outcome={outcome} />
    </span>
  );
}

function Target({ outcome }: { outcome: PreviewOutcome }) {
  switch (outcome.kind) {
    case 'new':
    case 'error':
      return null;
    case 'update':
      return <Named before="of" {...outcome} />;
    case 'duplicate':
      return <Named before="of" title={`Same ${outcome.field}`} {...outcome} />;
    case 'skipped':
      return (
        <span className="max-w-44 basis-full text-12 text-muted">
          {outcome.message} {outcome.leadId !== null && <LeadLink id={outcome.leadId}>View Lead</LeadLink>}
        </span>
      );
  }
}

interface NamedProps {
  before: string;
  title?: string;
  leadId: string | null;
  row: number | null;
}

function Named({ before, title, leadId, row }: NamedProps) {
  if (row === null && leadId === null) return null;
  return (
    <span className="text-12 whitespace-nowrap text-muted" title={title}>
      {before} {row !== null ? `row ${formatNumber(row)}` : leadId && <LeadLink id={leadId}>a lead</LeadLink>}
    </span>
  );
}
