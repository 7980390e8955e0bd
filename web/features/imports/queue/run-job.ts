import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { mappedCount } from '../mapping.ts';
import { importFailure, importForm, runImportToEnd, UPLOAD_FAILED, uploadImportFile } from '../run-import.ts';
import type { ImportJob, JobStep } from './job-queue.ts';
import { type Matched, savedTools } from './shared-mapping.ts';

/** The queue's services for a running job. */
export interface JobHost {
  take(step: JobStep): void;
  file(): Promise<File | undefined>;
  /** Returns the mapping of the uploaded file. */
  mapping(): Matched;
  /** Resolves when all of the job's steps so far are stored, or when storing isn't possible. */
  kept(): Promise<void>;
  signal: AbortSignal;
}

const FILE_GONE = 'The file is no longer there. Add it again.';
const NOTHING_MAPPED =
  'None of its columns could be matched with a lead field. Import it with the wizard, where you map them yourself.';
const NONE_IN_FILE = 'None of the mapped columns is in this file';

/**
 * Runs a job to the next point at which others may take turns: to the end of its upload, or from there to the
 * end of its import. Returns early, without a step, when the signal aborts.
 * @throws ApiError 401 when the session has expired
 */
export function runJob(job: ImportJob, host: JobHost): Promise<void> {
  if (job.status === 'waiting') return uploadJob(host);
  return job.status === 'mapping' ? mapJob(job, host) : importJob(job, host);
}

async function uploadJob(host: JobHost): Promise<void> {
  host.take({ type: 'uploading' });
  try {
    const file = await host.file();
    if (!file) return host.take({ type: 'failed', reason: FILE_GONE, final: true });
    const upload = await uploadImportFile(file, (bytes) => host.take({ type: 'sent', bytes }), host.signal);
    host.take({ type: 'uploaded', upload });
  } catch (error) {
    failUnlessOver(host, error, messageOf(error, UPLOAD_FAILED));
  }
}

async function mapJob(job: ImportJob, host: JobHost): Promise<void> {
  const { fieldMapping, missing } = host.mapping();
  if (mappedCount(fieldMapping) === 0) {
    return host.take({ type: 'failed', reason: missing.length > 0 ? NONE_IN_FILE : NOTHING_MAPPED });
  }
  host.take({ type: 'mapped', fieldMapping, missing });
  host.take({ type: 'importing' });
  // A reloaded page that didn't know of this upload would send the file again as another import.
  await host.kept();
  await importJob({ ...job, fieldMapping }, host);
}

/** Starts the import of a job, or follows the import started before a reload. */
async function importJob(
  { upload, fieldMapping, attempt, importId }: ImportJob,
  host: JobHost,
): Promise<void> {
  const { signal } = host;
  if (upload === null || fieldMapping === null || signal.aborted) return;
  const form = importForm(upload.uploadId, { fieldMapping, ...savedTools(upload, fieldMapping) });
  try {
    await runImportToEnd(form, (event) => host.take({ type: 'event', event }), { attempt, signal });
  } catch (error) {
    const lost = error instanceof ApiError && error.status === 404 && error.field === 'uploadId';
    if (lost && importId === null) host.take({ type: 'uploadLost' });
    else failUnlessOver(host, error, importFailure(error));
  }
}

function failUnlessOver(host: JobHost, error: unknown, reason: string): void {
  if (host.signal.aborted) return;
  if (error instanceof ApiError && error.status === 401) throw error;
  host.take({ type: 'failed', reason });
}
