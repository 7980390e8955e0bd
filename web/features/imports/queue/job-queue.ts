import type { ImportEvent, ImportStats } from '#contract/imports.ts';
import { UPLOAD_BYTES } from '#contract/limits.ts';
import type { Upload } from '#contract/uploads.ts';
import { noStats } from '../import-progress.ts';
import type { Mapping } from '../mapping.ts';

export type JobStatus =
  | 'waiting'
  | 'uploading'
  | 'mapping'
  | 'importing'
  | 'completed'
  | 'cancelled'
  | 'error';

/** One file of the Multi-File Import. */
export interface ImportJob {
  id: string;
  filename: string;
  /** Folder of the file, such as `2030/may`; empty for a file chosen by itself. */
  folder: string;
  /** Size in bytes. */
  size: number;
  status: JobStatus;
  /** Null before the file is uploaded, and after its import has completed. */
  upload: Upload | null;
  /** Mapping sent with the import; null until it is settled. */
  fieldMapping: Mapping | null;
  /** Columns of the shared mapping that this file lacks. */
  missing: readonly string[];
  /** Number of the current import of the upload, from 1. The server starts each number only once. */
  attempt: number;
  /** Null until the server assigns the ID. */
  importId: string | null;
  /** Percentage from 0 to 100; never decreases, except when the job is retried. */
  percent: number;
  /** Bytes of the file sent so far. */
  sent: number;
  stats: ImportStats | null;
  failure: Failure | null;
}

export interface Failure {
  title: 'Upload failed' | 'Import failed';
  reason: string;
  /** True if a retry can't help. */
  final: boolean;
}

export type ImportJobs = readonly ImportJob[];

/** A file that joins the queue; `size` in bytes. */
export interface NewJob {
  id: string;
  name: string;
  folder: string;
  size: number;
}

export type JobStep =
  | { type: 'uploading' }
  | { type: 'sent'; bytes: number }
  | { type: 'uploaded'; upload: Upload }
  /** The server has removed the upload, because a day passed without an import of it. */
  | { type: 'uploadLost' }
  | { type: 'mapped'; fieldMapping: Mapping; missing: readonly string[] }
  | { type: 'importing' }
  | { type: 'event'; event: ImportEvent }
  | { type: 'failed'; reason: string; final?: boolean };

export type QueueAction =
  | { type: 'added'; files: readonly NewJob[] }
  | { type: 'removed'; id: string }
  | { type: 'finishedRemoved' }
  | { type: 'waitingRemoved'; running: ReadonlySet<string> }
  | { type: 'triedAgain'; id: string }
  | { type: 'stepped'; id: string; step: JobStep };

/** Maximum number of files in the queue. */
export const QUEUE_MAX = 500;

/** Percentage of a job's progress when it reaches a state. */
const CHECKPOINT = { mapping: 20, mapped: 40, importing: 50, completed: 100 } as const;

/** Rows of an upload kept for the mapping's samples. */
const SAMPLE_ROWS = 20;

/** Returns the queue after an action. Ended jobs ignore further steps; only ended jobs can be removed. */
export function queueReducer(jobs: ImportJobs, action: QueueAction): ImportJobs {
  switch (action.type) {
    case 'added':
      return [...jobs, ...action.files.map(newJob)];
    case 'removed':
      return jobs.filter((job) => job.id !== action.id || !isOver(job));
    case 'finishedRemoved':
      return jobs.filter((job) => !isOver(job));
    case 'waitingRemoved':
      return jobs.filter((job) => action.running.has(job.id) || !isNotStarted(job));
    case 'triedAgain':
      return jobs.map((job) => (job.id === action.id && canTryAgain(job) ? retriedJob(job) : job));
    case 'stepped':
      return jobs.map((job) => (job.id === action.id && !isOver(job) ? advanceJob(job, action.step) : job));
  }
}

/** Returns true if a job has ended, successfully or not. */
export function isOver(job: ImportJob): boolean {
  return job.status === 'completed' || job.status === 'cancelled' || job.status === 'error';
}

/** Returns true if the job's import hasn't started, so that the job can be removed without a trace. */
export function isNotStarted({ status }: ImportJob): boolean {
  return status === 'waiting' || status === 'mapping';
}

/** Returns true if a job failed in a way that a retry may fix. */
export function canTryAgain({ status, failure }: ImportJob): boolean {
  return status === 'error' && failure?.final === false;
}

/**
 * Returns a job as a reloaded page resumes it: an interrupted upload starts again, everything else continues.
 */
export function resumedJob(job: ImportJob): ImportJob {
  return job.status === 'uploading' ? { ...job, status: 'waiting', percent: 0, sent: 0 } : job;
}

function newJob({ id, name, folder, size }: NewJob): ImportJob {
  const job: ImportJob = {
    id,
    filename: name,
    folder,
    size,
    status: 'waiting',
    upload: null,
    fieldMapping: null,
    missing: [],
    attempt: 1,
    importId: null,
    percent: 0,
    sent: 0,
    stats: null,
    failure: null,
  };
  const tooLarge = 'It is larger than 100 MB, the most that a file may have.';
  return size > UPLOAD_BYTES ? failJob(job, tooLarge, true) : job;
}

/** Returns a failed job at the last point from which it can continue. */
function retriedJob(job: ImportJob): ImportJob {
  const begun: ImportJob = { ...job, failure: null, missing: [], importId: null, percent: 0, sent: 0 };
  if (job.upload === null) return { ...begun, status: 'waiting', stats: null };
  // The page only lost the stream of this import; the same attempt number finds it again.
  if (job.importId !== null && job.fieldMapping !== null) return at(begun, 'importing', CHECKPOINT.importing);
  const stats = noStats(job.upload.totalRows);
  return at(begun, 'mapping', CHECKPOINT.mapping, { stats, fieldMapping: null });
}

function advanceJob(job: ImportJob, step: JobStep): ImportJob {
  switch (step.type) {
    case 'uploading':
      return { ...job, status: 'uploading' };
    case 'sent':
      return { ...job, sent: Math.min(job.size, Math.max(job.sent, step.bytes)) };
    case 'uploaded':
      return at(job, 'mapping', CHECKPOINT.mapping, {
        sent: job.size,
        upload: { ...step.upload, preview: step.upload.preview.slice(0, SAMPLE_ROWS) },
        stats: noStats(step.upload.totalRows),
      });
    case 'uploadLost':
      return { ...job, status: 'waiting', upload: null, fieldMapping: null, sent: 0 };
    case 'mapped':
      return at(job, 'mapping', CHECKPOINT.mapped, {
        fieldMapping: step.fieldMapping,
        missing: step.missing,
      });
    case 'importing':
      return at(job, 'importing', CHECKPOINT.importing);
    case 'event':
      return afterEvent(job, step.event);
    case 'failed':
      return failJob(job, step.reason, step.final ?? false);
  }
}

function at(job: ImportJob, status: JobStatus, percent: number, more: Partial<ImportJob> = {}): ImportJob {
  return { ...job, ...more, status, percent: Math.max(job.percent, percent) };
}

function afterEvent(job: ImportJob, event: ImportEvent): ImportJob {
  if (event.type === 'error' && event.cancelled) return { ...job, status: 'cancelled', upload: null };
  if (event.type === 'error') {
    // This import has ended; a retry is a new attempt, with a mapping that may be chosen again.
    return { ...failJob(job, event.message, false), attempt: job.attempt + 1, fieldMapping: null };
  }
  if (event.type === 'complete') {
    const { importId, stats } = event;
    return at(job, 'completed', CHECKPOINT.completed, { importId, stats, upload: null });
  }
  const { type: _, importId, progress, ...stats } = event;
  const share = Math.min(100, Math.max(0, progress)) / 100;
  // The stream's 0 to 100 covers the second half of the bar, so that the bar continues where it was.
  const percent = CHECKPOINT.importing + share * (CHECKPOINT.completed - CHECKPOINT.importing);
  const totalRows = Math.max(stats.totalRows, job.stats?.totalRows ?? 0);
  return at(job, 'importing', percent, { importId, stats: { ...stats, totalRows } });
}

function failJob(job: ImportJob, reason: string, final: boolean): ImportJob {
  const title = job.status === 'waiting' || job.status === 'uploading' ? 'Upload failed' : 'Import failed';
  return { ...job, status: 'error', failure: { title, reason, final } };
}
