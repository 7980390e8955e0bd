import { type ThreadPool, type Threads, threadTask } from '../../platform/jobs/threads.ts';
import { INSPECTION_POOL } from '../../platform/uploads/inspection-threads.ts';
import type { run as createListRun } from './create-update.thread.ts';
import type { run as previewPhonesRun } from './preview-phones.thread.ts';
import type { run as runListRun } from './run-update.thread.ts';
import type { FromFile, ListFile, NewList, PhonePreview } from './thread-data.ts';

/** Maximum concurrent long status updates per server. */
const LIST_POOL: ThreadPool = { threads: 2, idleMs: 30_000 };

const CREATE_LIST = threadTask<typeof createListRun>(
  INSPECTION_POOL,
  new URL('./create-update.thread.ts', import.meta.url),
);
const PREVIEW_PHONES = threadTask<typeof previewPhonesRun>(
  INSPECTION_POOL,
  new URL('./preview-phones.thread.ts', import.meta.url),
);
const RUN_LIST = threadTask<typeof runListRun>(LIST_POOL, new URL('./run-update.thread.ts', import.meta.url));

/** Creates a status update from a stored file in a worker thread; resolves to the operation's id. */
export function createListInThread(
  threads: Threads,
  organizationId: string,
  file: ListFile,
  list: NewList,
): Promise<FromFile<string>> {
  return threads.run(CREATE_LIST, organizationId, { file, list });
}

/** Performs a dry run of a phone update from a stored file in a worker thread. */
export function previewPhonesInThread(
  threads: Threads,
  organizationId: string,
  file: ListFile,
): Promise<FromFile<PhonePreview>> {
  return threads.run(PREVIEW_PHONES, organizationId, file);
}

/** Runs a status update in a worker thread until it has finished. */
export function runListInThread(
  threads: Threads,
  organizationId: string,
  operationId: string,
): Promise<void> {
  return threads.run(RUN_LIST, organizationId, operationId);
}
