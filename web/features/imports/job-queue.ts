import type { ImportEvent, ImportStats } from '#contract/imports.ts';
import { noStats } from './import-progress.ts';

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
  /** Bytes. */
  size: number;
  status: JobStatus;
  /** Null until the server names it. */
  importId: string | null;
  /** 0 to 100; never falls. */
  percent: number;
  /** Bytes of the file that are sent. */
  sent: number;
  stats: ImportStats | null;
  failure: { title: 'Upload failed' | 'Import failed'; reason: string } | null;
}

export type Jobs = readonly ImportJob[];

export type JobStep =
  | { type: 'uploading' }
  | { type: 'sent'; bytes: number }
  | { type: 'uploaded'; totalRows: number }
  | { type: 'mapped' }
  | { type: 'importing' }
  | { type: 'event'; event: ImportEvent }
  | { type: 'failed'; reason: string };

export type QueueAction =
  | { type: 'added'; files: readonly { id: string; name: string; size: number }[] }
  | { type: 'removed'; id: string }
  | { type: 'stepped'; id: string; step: JobStep };

/** Jobs that run at the same time. */
const JOBS_AT_ONCE = 2;

/** What is done of a job when it reaches a state, in percent. */
const CHECKPOINT = { mapping: 20, mapped: 40, importing: 50, completed: 100 } as const;

/** The queue after an action. A job that is over takes no more steps; one that is not over cannot be removed. */
export function queueReducer(jobs: Jobs, action: QueueAction): Jobs {
  switch (action.type) {
    case 'added':
      return [...jobs, ...action.files.map(newJob)];
    case 'removed':
      return jobs.filter((job) => job.id !== action.id || !isOver(job));
    case 'stepped':
      return jobs.map((job) => (job.id === action.id && !isOver(job) ? advanceJob(job, action.step) : job));
  }
}

/** Whether a job has ended, well or not. */
export function isOver(job: ImportJob): boolean {
  return job.status === 'completed' || job.status === 'cancelled' || job.status === 'error';
}

/** Whether leaving the page would lose a job: its import is not yet in the server's hands. */
export function wouldBeLost(job: ImportJob): boolean {
  return job.status === 'waiting' || job.status === 'uploading' || job.status === 'mapping';
}

/** The waiting jobs whose turn it is, so that at most JOBS_AT_ONCE run. */
export function startable(jobs: Jobs): Jobs {
  const running = jobs.filter((job) => job.status !== 'waiting' && !isOver(job)).length;
  return jobs.filter((job) => job.status === 'waiting').slice(0, Math.max(0, JOBS_AT_ONCE - running));
}

export interface QueueSummary {
  total: number;
  over: number;
  failed: number;
  cancelled: number;
  imported: number;
}

/** Jobs that are over and the rows that all have brought, for the line above the queue. */
export function summaryOf(jobs: Jobs): QueueSummary {
  return {
    total: jobs.length,
    over: jobs.filter(isOver).length,
    failed: jobs.filter((job) => job.status === 'error').length,
    cancelled: jobs.filter((job) => job.status === 'cancelled').length,
    imported: jobs.reduce((sum, job) => sum + (job.stats?.imported ?? 0), 0),
  };
}

function newJob(file: { id: string; name: string; size: number }): ImportJob {
  return {
    id: file.id,
    filename: file.name,
    size: file.size,
    status: 'waiting',
    importId: null,
    percent: 0,
    sent: 0,
    stats: null,
    failure: null,
  };
}

function advanceJob(job: ImportJob, step: JobStep): ImportJob {
  switch (step.type) {
    case 'uploading':
      return { ...job, status: 'uploading' };
    case 'sent':
      return { ...job, sent: Math.min(job.size, Math.max(job.sent, step.bytes)) };
    case 'uploaded':
      return at(job, 'mapping', CHECKPOINT.mapping, { sent: job.size, stats: noStats(step.totalRows) });
    case 'mapped':
      return at(job, 'mapping', CHECKPOINT.mapped);
    case 'importing':
      return at(job, 'importing', CHECKPOINT.importing);
    case 'event':
      return afterEvent(job, step.event);
    case 'failed':
      return failJob(job, step.reason);
  }
}

function at(job: ImportJob, status: JobStatus, percent: number, more: Partial<ImportJob> = {}): ImportJob {
  return { ...job, ...more, status, percent: Math.max(job.percent, percent) };
}

function afterEvent(job: ImportJob, event: ImportEvent): ImportJob {
  if (event.type === 'error' && event.cancelled) return { ...job, status: 'cancelled' };
  if (event.type === 'error') return failJob(job, event.message);
  if (event.type === 'complete') return at(job, 'completed', CHECKPOINT.completed, { stats: event.stats });
  const { type: _, importId, progress, ...stats } = event;
  const share = Math.min(100, Math.max(0, progress)) / 100;
  // The stream tells 0 to 100 of the second half of the bar, so that it goes on from where it stood.
  const percent = CHECKPOINT.importing + share * (CHECKPOINT.completed - CHECKPOINT.importing);
  const totalRows = Math.max(stats.totalRows, job.stats?.totalRows ?? 0);
  return at(job, 'importing', percent, { importId, stats: { ...stats, totalRows } });
}

function failJob(job: ImportJob, reason: string): ImportJob {
  const title = job.status === 'waiting' || job.status === 'uploading' ? 'Upload failed' : 'Import failed';
  return { ...job, status: 'error', failure: { title, reason } };
}
