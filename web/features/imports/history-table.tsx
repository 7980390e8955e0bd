import type { ImportRecord } from '#contract/imports.ts';
import { formatDateTime, formatNumber, formatPercent, formatRelative } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Truncated } from '../../ui/truncated.tsx';
import { successRate } from './history-summary.ts';
import { type HistoryRequests, ImportActions } from './import-actions.tsx';
import { ImportStatus } from './import-status.tsx';
import { loadImportDrawer } from './lazy-parts.tsx';
import { unimportedText } from './unimported-text.ts';

const NUMBERS = [
  ['Total Rows', 'totalRows'],
  ['Imported', 'imported'],
  ['Updated', 'updated'],
  ['Duplicates', 'duplicates'],
  ['Errors', 'errors'],
  ['Invalid Phones', 'invalidPhones'],
] as const;

// At 1440 px, 12 columns beside the sidebar fit only so; the actions would cover the duration otherwise.
const TIGHT = 'px-2 2xl:px-3';
const TIGHT_HEAD = `${TIGHT} min-w-14 whitespace-normal leading-tight 2xl:whitespace-nowrap`;

/** Columns besides the counters: file, date, status, success rate, duration and actions. */
const OTHER_COLUMNS = 6;

function Head() {
  return (
    <thead>
      <tr>
        <HeaderCell pinned>File</HeaderCell>
        <HeaderCell className={TIGHT}>Date</HeaderCell>
        <HeaderCell className={TIGHT}>Status</HeaderCell>
        {NUMBERS.map(([label]) => (
          <HeaderCell key={label} numeric className={TIGHT_HEAD}>
            {label}
          </HeaderCell>
        ))}
        <HeaderCell numeric className={TIGHT_HEAD}>
          Success Rate
        </HeaderCell>
        <HeaderCell numeric className={TIGHT}>
          Duration
        </HeaderCell>
        <HeaderCell className="border-l md:right-0 md:z-3">
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </tr>
    </thead>
  );
}

function HistoryRow({ record, ...requests }: { record: ImportRecord } & HistoryRequests) {
  return (
    <TableRow>
      <Cell pinned className="py-1.5 font-medium">
        <button
          type="button"
          onClick={() => requests.onOpen(record.id)}
          onPointerEnter={() => void loadImportDrawer()}
          className="block rounded-control text-left underline-offset-2 hover:underline max-md:min-h-11"
        >
          <Truncated text={record.filename} className="max-w-40 2xl:max-w-80" />
        </button>
        {record.unimportedColumnCount > 0 && (
          <span className="block text-12 font-normal text-caution">
            {unimportedText(record.unimportedColumnCount)}
          </span>
        )}
        {record.failure !== null && (
          <Truncated
            text={record.failure}
            className="max-w-40 text-12 font-normal text-negative 2xl:max-w-80"
          />
        )}
      </Cell>
      <Cell className={cx(TIGHT, 'whitespace-nowrap text-muted')}>
        <time
          dateTime={record.createdAt}
          title={`${formatDateTime(record.createdAt)} by ${record.createdBy}`}
        >
          {formatRelative(record.createdAt)}
        </time>
      </Cell>
      <Cell className={TIGHT}>
        <ImportStatus record={record} brief />
      </Cell>
      {NUMBERS.map(([label, key]) => (
        <Cell key={label} numeric className={cx(TIGHT, record[key] === 0 && 'text-muted')}>
          {formatNumber(record[key])}
        </Cell>
      ))}
      <Cell numeric className={TIGHT}>
        {formatPercent(successRate(record))}
      </Cell>
      <Cell numeric className={cx(TIGHT, 'whitespace-nowrap text-muted')}>
        {record.duration ?? '–'}
      </Cell>
      <Cell className="border-l bg-inherit px-1.5 md:sticky md:right-0">
        <ImportActions record={record} {...requests} />
      </Cell>
    </TableRow>
  );
}

interface HistoryTableProps extends HistoryRequests {
  records: readonly ImportRecord[];
}

// Not dimmed while refetching: events refetch up to once a second, and the rows would flicker.
/** Lists past imports, newest first. */
export function HistoryTable({ records, ...requests }: HistoryTableProps) {
  return (
    <DataTable label="Imports" className="max-h-[calc(100dvh-8rem)]">
      <Head />
      <tbody>
        {records.map((record) => (
          <HistoryRow key={record.id} record={record} {...requests} />
        ))}
      </tbody>
    </DataTable>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Renders a placeholder for the table while it loads. */
export function HistoryTableSkeleton() {
  return (
    <DataTable label="Imports">
      <Head />
      <tbody>
        {SKELETON_ROWS.map((row) => (
          <TableRow key={row}>
            {Array.from({ length: NUMBERS.length + OTHER_COLUMNS }, (_, column) => `${row}${column}`).map(
              (cell, column) => (
                <Cell key={cell}>
                  <Skeleton className={column === 0 ? 'h-3 w-40' : 'ml-auto h-3 w-12'} />
                </Cell>
              ),
            )}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
