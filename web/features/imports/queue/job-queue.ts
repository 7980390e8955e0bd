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
  /** The folder it came with, such as `2030/may`; empty for a file that was chosen by itself. */
  folder: string;
  /** Bytes. */
  size: number;
  status: JobStatus;
  /** Null before it is uploaded, and once its import has ended well. */
  upload: Upload | null;
  /** What is sent; null before it is settled. */
  fieldMapping: Mapping | null;
  /** Columns of the mapping for all files that this one lacks. */
  missing: readonly string[];
  /** Which import of its upload it is at, counted from 1: the server begins each number once. */
  attempt: number;
  /** Null until the server names it. */
  importId: string | null;
  /** 0 to 100; never falls, save when it is tried again. */
  percent: number;
  /** Bytes of the file that are sent. */
  sent: number;
  stats: ImportStats | null;
  failure: Failure | null;
}

export interface Failure {
  title: 'Upload failed' | 'Import failed';
  reason: string;
  /** Trying again cannot help. */
  final: boolean;
}

export type Jobs = readonly ImportJob[];

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
  /** The server has removed the upload, which nobody imported for a day. */
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

/** Files that the queue holds at most. */
export const QUEUE_MAX = 500;

/** What is done of a job when it reaches a state, in percent. */
const CHECKPOINT = { mapping: 20, mapped: 40, importing: 50, completed: 100 } as const;

/** Rows of an upload that the mapping shows; the others are not kept. */
const SAMPLE_ROWS = 20;

/** The queue after an action. A job that is over takes no more steps; one that is not over cannot be removed. */
export function queueReducer(jobs: Jobs, action: QueueAction): Jobs {
  switch (action.type) {
    case 'added':
      return [...jobs, ...action.files.map(newJob)];
    case 'removed':
      return jobs.filter((job) => job.id !== action.id || !isOver(job));
    case 'finishedRemoved':
      return jobs.filter((job) => !isOver(job));
    case 'waitingRemoved':
      return jobs.filter((job) => action.running.has(job.id) || !hasYetToBegin(job));
    case 'triedAgain':
      return jobs.map((job) => (job.id === action.id && canTryAgain(job) ? again(job) : job));
    case 'stepped':
      return jobs.map((job) => (job.id === action.id && !isOver(job) ? advanceJob(job, action.step) : job));
  }
}

/** Whether a job has ended, well or not. */
export function isOver(job: ImportJob): boolean {
  return job.status === 'completed' || job.status === 'cancelled' || job.status === 'error';
}

/** Whether nothing of a job's import has begun, so that it can be taken back without a trace. */
export function hasYetToBegin({ status }: ImportJob): boolean {
  return status === 'waiting' || status === 'mapping';
}

/** Whether a job failed in a way that another try may mend. */
export function canTryAgain({ status, failure }: ImportJob): boolean {
  return status === 'error' && failure?.final === false;
}

/** The job as a new page takes it up: an upload that was cut off begins again, all else stays where it was. */
export function takenUp(job: ImportJob): ImportJob {
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

/** A job that failed, at the last point from which it can go on. */
function again(job: ImportJob): ImportJob {
  const begun: ImportJob = { ...job, failure: null, missing: [], importId: null, percent: 0, sent: 0 };
  if (job.upload === null) return { ...begun, status: 'waiting', stats: null };
  // An import of which only sight was lost goes on: the same number leads back to it.
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
    // This import has ended: another try is another one, and its mapping may be chosen anew.
    return { ...failJob(job, event.message, false), attempt: job.attempt + 1, fieldMapping: null };
  }
  if (event.type === 'complete') {
    const { importId, stats } = event;
    return at(job, 'completed', CHECKPOINT.completed, { importId, stats, upload: null });
  }
  const { type: _, importId, progress, ...stats } = event;
  const share = Math.min(100, Math.max(0, progress)) / 100;
  // The stream tells 0 to 100 of the second half of the bar, so that it goes on from where it stood.
  const percent = CHECKPOINT.importing + share * (CHECKPOINT.completed - CHECKPOINT.importing);
  const totalRows = Math.max(stats.totalRows, job.stats?.totalRows ?? 0);
  return at(job, 'importing', percent, { importId, stats: { ...stats, totalRows } });
}

function failJob(job: ImportJob, reason: string, final: boolean): ImportJob {
  const title = job.status === 'waiting' || job.status === 'uploading' ? 'Upload failed' : 'Import failed';
  return { ...job, status: 'error', failure: { title, reason, final } };
}
