import { CircleStop, Undo2 } from 'lucide-react';
import { lazy } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { formatNumber, formatPercent, ratio } from '../../../lib/format.ts';
import { Moment } from '../../../lib/moment.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { RecordColumn } from '../../../ui/record-columns.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { Truncated } from '../../../ui/truncated.tsx';
import { canUndoImport, ImportStatus } from '../results/import-status.tsx';
import { mergedText, unimportedText } from '../results/outcome-text.ts';
import { ReportIconButton } from '../results/report-download.tsx';

const TABLE_WIDTH = 940;

const NUMBERS = [
  ['Total Rows', 'totalRows'],
  ['Imported', 'imported'],
  ['Updated', 'updated'],
  ['Duplicates', 'duplicates'],
  ['Errors', 'errors'],
  ['Invalid Phones', 'invalidPhones'],
] as const;

// Fits 12 columns next to the sidebar at 1440 px.
const TIGHT = 'px-2 2xl:px-3';
const TIGHT_HEAD = 'min-w-14 whitespace-normal leading-tight 2xl:whitespace-nowrap';

const COLUMNS: readonly RecordColumn<ImportRecord>[] = [
  {
    label: 'Date',
    className: TIGHT,
    cellClassName: 'whitespace-nowrap text-muted',
    value: ({ createdAt, createdBy }) => <Moment time={createdAt} by={createdBy} />,
  },
  {
    label: 'Status',
    className: TIGHT,
    skeleton: 'h-4',
    value: (record) => <ImportStatus record={record} brief />,
  },
  ...NUMBERS.map(
    ([label, key]): RecordColumn<ImportRecord> => ({
      label,
      onCard: 'figure',
      numeric: true,
      className: TIGHT,
      headClassName: TIGHT_HEAD,
      cellClassName: (record) => (record[key] === 0 ? 'text-muted' : ''),
      skeleton: 'w-10',
      value: (record) => formatNumber(record[key]),
    }),
  ),
  {
    label: 'Success Rate',
    onCard: 'figure',
    numeric: true,
    className: TIGHT,
    headClassName: TIGHT_HEAD,
    skeleton: 'w-10',
    value: (record) => formatPercent(successRate(record)),
  },
  {
    label: 'Duration',
    onCard: 'figure',
    numeric: true,
    className: TIGHT,
    cellClassName: 'whitespace-nowrap text-muted',
    skeleton: 'w-8',
    value: ({ duration }) => duration ?? '–',
  },
];

interface HistoryTableProps extends HistoryRequests {
  /** Undefined while they load. */
  records: readonly ImportRecord[] | undefined;
}

// Dimming would flicker, because events refetch up to once a second.
export function HistoryTable({ records, ...requests }: HistoryTableProps) {
  const file: RecordColumn<ImportRecord> = {
    label: 'File',
    onCard: 'title',
    pinned: true,
    cellClassName: 'py-1 font-medium',
    skeleton: 'w-40',
    value: (record) => <FileCell record={record} onOpen={requests.onOpen} />,
  };
  const actions: RecordColumn<ImportRecord> = {
    label: 'Actions',
    onCard: 'actions',
    headClassName: 'border-l right-0 z-3',
    cellClassName: 'border-l bg-inherit px-1.5 sticky right-0',
    value: (record) => <ImportActions record={record} {...requests} />,
  };
  return (
    <RecordTable
      label="Imports"
      records={records}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      rowHeight="h-10"
      className="max-h-[calc(100dvh-8rem)]"
      columns={[file, ...COLUMNS, actions]}
    />
  );
}

function FileCell({ record, onOpen }: { record: ImportRecord; onOpen: (id: string) => void }) {
  const unimported = unimportedText(record.firstUnimportedColumns, record.unimportedColumnCount);
  const merged = mergedText(record.merge);
  return (
    <>
      <button
        type="button"
        onClick={() => onOpen(record.id)}
        onPointerEnter={() => void loadImportDrawer()}
        className="block rounded-control text-left underline-offset-2 hover:underline max-md:min-h-11"
      >
        <Truncated text={record.filename} className="max-w-36 min-[90rem]:max-w-48 2xl:max-w-80" />
      </button>
      {record.isCorrection && (
        <span className="block text-12 font-normal text-muted">Correction of {record.filename}</span>
      )}
      {merged !== null && <span className="block text-12 font-normal text-muted">{merged}</span>}
      {unimported !== null && (
        <span
          className="line-clamp-3 max-w-36 text-12 leading-4 font-normal max-md:max-w-full min-[90rem]:max-w-48 2xl:max-w-80"
          title={unimported}
        >
          <span className="text-caution">Not imported:</span>{' '}
          <span className="break-words">{unimported}</span>
        </span>
      )}
      {record.failure !== null && (
        <Truncated
          text={record.failure}
          className="max-w-36 text-12 font-normal text-negative min-[90rem]:max-w-48 2xl:max-w-80"
        />
      )}
    </>
  );
}

interface HistoryRequests {
  onOpen: (id: string) => void;
  onCancel: (record: ImportRecord) => void;
  onUndo: (record: ImportRecord) => void;
}

function ImportActions({ record, onCancel, onUndo }: { record: ImportRecord } & HistoryRequests) {
  const { id, filename, status, problems } = record;
  const running = status === 'processing';
  return (
    <div className="flex justify-end gap-0.5">
      {!running && problems > 0 && <ReportIconButton importId={id} filename={filename} />}
      {running && (
        <IconButton
          icon={CircleStop}
          side="left"
          label={`Cancel import of ${filename}`}
          onClick={() => onCancel(record)}
        />
      )}
      {canUndoImport(record) && (
        <IconButton
          icon={Undo2}
          side="left"
          label={`Undo import of ${filename}`}
          onClick={() => onUndo(record)}
        />
      )}
    </div>
  );
}

const loadImportDrawer = () => import('./import-drawer.tsx');

export const LazyImportDrawer = lazy(async () => ({ default: (await loadImportDrawer()).ImportDrawer }));
export const LazyImportUndoDialog = lazy(async () => ({
  default: (await import('./import-undo-dialog.tsx')).ImportUndoDialog,
}));

interface HistorySummary {
  imports: number;
  undone: number;
  totalRows: number;
  imported: number;
  duplicates: number;
  errors: number;
}

/** Sums imports for the cards, without undone imports. */
export function historyTotals(records: readonly ImportRecord[]): HistorySummary {
  const kept = records.filter((record) => !isUndone(record));
  const sum = (key: 'totalRows' | 'imported' | 'duplicates' | 'errors') =>
    kept.reduce((total, record) => total + record[key], 0);
  return {
    imports: kept.length,
    undone: records.length - kept.length,
    totalRows: sum('totalRows'),
    imported: sum('imported'),
    duplicates: sum('duplicates'),
    errors: sum('errors'),
  };
}

export function importStateCounts(records: readonly ImportRecord[]): string {
  if (records.length === 0) return 'None so far';
  const kept = records.filter((record) => !isUndone(record));
  const count = (status: ImportRecord['status']) => kept.filter((record) => record.status === status).length;
  const counts = [
    [count('processing'), 'processing'],
    [count('failed'), 'failed'],
    [count('cancelled'), 'canceled'],
    [records.length - kept.length, 'undone'],
  ] as const;
  const parts = counts.filter(([many]) => many > 0).map(([many, state]) => `${formatNumber(many)} ${state}`);
  return parts.length === 0 ? 'All completed' : parts.join(', ');
}

function isUndone({ undo }: ImportRecord): boolean {
  return undo?.status === 'completed';
}

/** Returns imported per total rows, 0 to 1. */
export function successRate({ imported, totalRows }: Pick<ImportRecord, 'imported' | 'totalRows'>): number {
  return ratio(imported, totalRows);
}
