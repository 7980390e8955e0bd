import { type ThreadPool, type Threads, threadTask } from '../../platform/jobs/threads.ts';
import type { Permit } from '../../platform/security/permit.ts';
import { INSPECTION_POOL } from '../../platform/uploads/inspection-threads.ts';
import type createStatusUpdateRun from './create-update.thread.ts';
import type previewPhonesRun from './preview-phones.thread.ts';
import type runStatusUpdateRun from './run-update.thread.ts';
import type { FromFile, NewStatusUpdate, PhonePreview, StatusUpdateFile } from './thread-data.ts';

/** Maximum concurrent long status updates per server. */
const STATUS_UPDATE_POOL: ThreadPool = { threads: 2, idleMs: 30_000 };

const CREATE_STATUS_UPDATE = threadTask<typeof createStatusUpdateRun>(
  INSPECTION_POOL,
  new URL('./create-update.thread.ts', import.meta.url),
  { readsMeanwhile: true },
);
const PREVIEW_PHONES = threadTask<typeof previewPhonesRun>(
  INSPECTION_POOL,
  new URL('./preview-phones.thread.ts', import.meta.url),
  { readsMeanwhile: true },
);
const RUN_STATUS_UPDATE = threadTask<typeof runStatusUpdateRun>(
  STATUS_UPDATE_POOL,
  new URL('./run-update.thread.ts', import.meta.url),
  { holdsLock: true },
);

/** Resolves to the operation's id. */
export function createStatusUpdateInThread(
  threads: Threads,
  organizationId: string,
  file: StatusUpdateFile,
  update: NewStatusUpdate,
  permit: Permit,
): Promise<FromFile<string>> {
  return threads.run(CREATE_STATUS_UPDATE, organizationId, { file, update }, { permit });
}

/** Until `signal` aborts. */
export function previewPhonesInThread(
  threads: Threads,
  organizationId: string,
  file: StatusUpdateFile,
  signal: AbortSignal,
): Promise<FromFile<PhonePreview>> {
  return threads.run(PREVIEW_PHONES, organizationId, file, { signal });
}

/** Runs a status update in a worker thread until it has finished. */
export function runStatusUpdateInThread(
  threads: Threads,
  organizationId: string,
  operationId: string,
): Promise<void> {
  return threads.run(RUN_STATUS_UPDATE, organizationId, operationId);
}
