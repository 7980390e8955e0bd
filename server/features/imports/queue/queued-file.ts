import type { OpenValues, QueuedFile, QueueOptions, QueueSettings } from '#contract/import-queue.ts';
import type { ImportStats } from '#contract/imports.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';

export interface StoredQueueFile {
  id: string;
  state: QueuedFile['state'];
  uploadId: string | null;
  group: string | null;
  /** Null before the upload. */
  columns: string[] | null;
  plan: SavedMapping | null;
  confirmed: boolean;
  /** Values that no one knows are imported as they are. */
  keepValues: boolean;
  options: QueueOptions | null;
  importId: string | null;
  failureFinal: boolean;
}

/** A row of the queue with the counters of its import. */
export interface QueueRow extends StoredQueueFile {
  filename: string;
  folder: string;
  size: number;
  interrupted: boolean;
  earlierImportId: string | null;
  leftOut: string[];
  leftOutCount: number;
  uncounted: boolean;
  openValues: OpenValues[];
  missing: string[];
  totalRows: number | null;
  failure: string | null;
  createdAt: Date;
  stats: ImportStats | null;
}

/** Returns a file of the queue as the API answers it. */
export function queuedFileOf(row: QueueRow, { mapping, unknownValues }: QueueSettings): QueuedFile {
  const { plan, confirmed, uploadId, totalRows, leftOut, leftOutCount, failure, failureFinal, ...known } =
    row;
  const { columns: _columns, uncounted, ...rest } = known;
  const isAnswered = rest.openValues.length === 0 || rest.keepValues || unknownValues === 'keep';
  const counting = row.state === 'mapping' && uncounted;
  const ready = row.state === 'mapping' && !uncounted && isAnswered && (confirmed || mapping === 'each');
  const stats = row.stats ?? (totalRows === null ? null : { ...NO_ROWS, totalRows });
  return {
    ...rest,
    confirmed,
    counting,
    ready,
    stats,
    progress: queueProgress({ ...row, stats }, ready),
    mapped:
      plan === null ? 0 : Object.keys(plan.fieldMapping).length + (plan.nameSplitConfig === null ? 0 : 1),
    leftOut: { names: leftOut, count: leftOutCount },
    failure:
      row.state === 'error'
        ? { title: titleOf(row), message: failure ?? IMPORT_FAILED, final: failureFinal }
        : null,
    createdAt: row.createdAt.toISOString(),
  };
}

const IMPORT_FAILED = 'Failed to import leads. Please try again.';

const NO_ROWS = {
  imported: 0,
  duplicates: 0,
  errors: 0,
  updated: 0,
  skipped: 0,
  suppressed: 0,
  invalidPhones: 0,
};

function titleOf({ uploadId, importId }: QueueRow): 'Upload failed' | 'Import failed' {
  return uploadId === null && importId === null ? 'Upload failed' : 'Import failed';
}

function queueProgress({ state, uploadId, importId, stats }: QueueRow, ready: boolean): number {
  if (state === 'completed') return 100;
  if (importId !== null) return 50 + Math.floor(shareDone(stats) * 500) / 10;
  if (state === 'error') return uploadId === null ? 0 : 40;
  if (state === 'mapping') return ready ? 40 : 20;
  return 0;
}

function shareDone(stats: ImportStats | null): number {
  if (stats === null || stats.totalRows === 0) return 0;
  const { totalRows, imported, updated, duplicates, skipped, errors } = stats;
  return (imported + updated + duplicates + skipped + errors) / totalRows;
}
