import type { ImportRecord } from '#contract/imports.ts';
import { formatDateTime, formatNumber, formatPercent, formatRelative } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/table.tsx';
import type { Tone } from '../../ui/tone.ts';
import { Truncated } from '../../ui/truncated.tsx';
import { successRate } from './history-summary.ts';

const NUMBERS = [
  ['Total rows', 'totalRows'],
  ['Imported', 'imported'],
  ['Updated', 'updated'],
  ['Duplicates', 'duplicates'],
  ['Errors', 'errors'],
  ['Invalid phones', 'invalidPhones'],
] as const;

const STATUS_TONE: Record<ImportRecord['status'], Tone> = {
  completed: 'positive',
  failed: 'negative',
  processing: 'info',
};

function Head() {
  return (
    <thead>
      <tr>
        <HeaderCell pinned>File</HeaderCell>
        <HeaderCell>Date</HeaderCell>
        <HeaderCell>Status</HeaderCell>
        {NUMBERS.map(([label]) => (
          <HeaderCell key={label} numeric>
            {label}
          </HeaderCell>
        ))}
        <HeaderCell numeric>Success rate</HeaderCell>
        <HeaderCell numeric>Duration</HeaderCell>
      </tr>
    </thead>
  );
}

function HistoryRow({ record }: { record: ImportRecord }) {
  return (
    <Row>
      <Cell pinned className="py-1.5 font-medium">
        <Truncated text={record.filename} className="max-w-40 md:max-w-48 2xl:max-w-80" />
        {record.failure !== null && (
          <Truncated
            text={record.failure}
            className="max-w-40 text-12 font-normal text-negative md:max-w-48 2xl:max-w-80"
          />
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        <time
          dateTime={record.createdAt}
          title={`${formatDateTime(record.createdAt)} by ${record.createdBy}`}
        >
          {formatRelative(record.createdAt)}
        </time>
      </Cell>
      <Cell>
        <Badge tone={STATUS_TONE[record.status]} className="capitalize">
          {record.status}
        </Badge>
      </Cell>
      {NUMBERS.map(([label, key]) => (
        <Cell key={label} numeric className={record[key] === 0 ? 'text-muted' : ''}>
          {formatNumber(record[key])}
        </Cell>
      ))}
      <Cell numeric>{formatPercent(successRate(record))}</Cell>
      <Cell numeric className="whitespace-nowrap text-muted">
        {record.duration ?? '–'}
      </Cell>
    </Row>
  );
}

/** Past imports, newest first; `busy` dims the rows. */
export function HistoryTable({ records, busy }: { records: readonly ImportRecord[]; busy: boolean }) {
  return (
    <Table label="Imports" busy={busy} className="max-h-[calc(100dvh-8rem)]">
      <Head />
      <tbody>
        {records.map((record) => (
          <HistoryRow key={record.id} record={record} />
        ))}
      </tbody>
    </Table>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Stands in the table's place while it loads. */
export function HistoryTableSkeleton() {
  return (
    <Table label="Imports">
      <Head />
      <tbody>
        {SKELETON_ROWS.map((row) => (
          <Row key={row}>
            {Array.from({ length: NUMBERS.length + 5 }, (_, column) => `${row}${column}`).map(
              (cell, column) => (
                <Cell key={cell}>
                  <Skeleton className={column === 0 ? 'h-3 w-40' : 'ml-auto h-3 w-12'} />
                </Cell>
              ),
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
