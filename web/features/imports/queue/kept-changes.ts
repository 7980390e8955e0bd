import { type ImportJob, type ImportJobs, isOver } from './job-queue.ts';
import type { QueueChange } from './kept-queue.ts';

/** Returns the changes to store after an action, or null if nothing that survives a reload has changed. */
export function changesBetween(before: ImportJobs, after: ImportJobs): QueueChange | null {
  const held = new Map(before.map((job) => [job.id, job]));
  const put = after.filter((job) => !isSame(held.get(job.id), job));
  for (const { id } of after) held.delete(id);
  const removed = [...held.keys()];
  if (put.length === 0 && removed.length === 0) return null;
  const withoutFile = put.filter((job) => !needsFile(job)).map(({ id }) => id);
  return { put, removed, withoutFile };
}

/** Returns true if a job may still have to send its file. */
export function needsFile(job: ImportJob): boolean {
  if (job.importId !== null) return false;
  return !isOver(job) || job.failure?.final === false;
}

/** Returns true if two states of a job differ only in progress, which the server reports again. */
function isSame(before: ImportJob | undefined, job: ImportJob): boolean {
  if (before === job) return true;
  return (
    before !== undefined &&
    before.status === job.status &&
    before.upload === job.upload &&
    before.fieldMapping === job.fieldMapping &&
    before.importId === job.importId &&
    before.attempt === job.attempt &&
    before.failure === job.failure
  );
}
