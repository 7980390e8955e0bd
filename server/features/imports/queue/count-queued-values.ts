import { importPlan } from '#contract/imports.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import { withAdvisoryLock } from '../../../platform/jobs/advisory-lock.ts';
import { OutOfMemory } from '../../../platform/jobs/thread-errors.ts';
import { findUpload } from '../../../platform/uploads/reads.ts';
import { plannedReading } from '../plan/planned-upload.ts';
import { COUNT_VALUES } from '../values/value-threads.ts';
import {
  findCounted,
  findUncounted,
  setCountedValues,
  setOpenValues,
  type UncountedFile,
} from './queue-value-writes.ts';
import { type CountedValues, knowledgeOf, openValuesOf, valueColumnsOf } from './queue-values.ts';
import { lockQueue } from './queue-writes.ts';

/**
 * Counts the values of the user's next file that no other worker counts.
 * @returns false without one
 */
export async function countNextValues(
  context: Context,
  scope: OrganizationScope,
  userId: string,
): Promise<boolean> {
  const files = await scope.transaction((tx) => findUncounted(tx, userId));
  for (const { id } of files) {
    const outcome = await withAdvisoryLock(context.db.locks, `queue-values:${id}`, () =>
      countFile(context, scope, userId, id),
    );
    if (outcome === 'done') return true;
  }
  return false;
}

async function countFile(
  context: Context,
  scope: OrganizationScope,
  userId: string,
  id: string,
): Promise<void> {
  const [file] = await scope.transaction((tx) => findUncounted(tx, userId, id));
  if (file === undefined) return;
  const counted = await valuesOfFile(context, scope, file);
  await scope.transaction(async (tx) => {
    await lockQueue(tx, userId);
    const [now] = await findUncounted(tx, userId, id);
    // The next round counts the values of a mapping changed meanwhile.
    if (now === undefined || JSON.stringify(now.plan) !== JSON.stringify(file.plan)) return;
    await setCountedValues(tx, id, counted);
    await settleOpenValues(tx, userId, id);
    await notifyChanges(tx, { type: 'queue' });
  });
}

/** None of a file that can't be read: its import says why. */
async function valuesOfFile(
  context: Context,
  scope: OrganizationScope,
  { uploadId, columns, plan: mapping }: UncountedFile,
): Promise<CountedValues[]> {
  const plan = importPlan.parse(mapping);
  const { upload, wanted } = await scope.transaction(async (tx) => ({
    upload: uploadId === null ? null : await findUpload(tx, uploadId),
    wanted: valueColumnsOf(plan, columns, await loadCustomFields(tx)),
  }));
  if (upload === null || wanted.length === 0) return [];
  const reading = await plannedReading(context, scope, upload, plan).catch((error: unknown) => {
    if (error instanceof HttpError) return null;
    throw error;
  });
  if (reading === null) return [];
  const { filename, size, format } = reading;
  const task = { uploadId: upload.id, filename, size, format, columns: reading.columns, plan };
  const names = wanted.map(({ column }) => column);
  const outcome = await context.threads
    .run(COUNT_VALUES, scope.organizationId, { ...task, wanted: names })
    .catch((error: unknown) => {
      if (error instanceof OutOfMemory) return null;
      throw error;
    });
  if (!outcome?.ok) return [];
  return wanted.map((column, index) => ({
    ...column,
    ...(outcome.columns[index] ?? { values: [], more: false }),
  }));
}

/** Settles which files of a user, or whether one of them, have unknown values. The caller holds the queue's lock. */
export async function settleOpenValues(tx: TenantTransaction, userId: string, id?: string): Promise<void> {
  const files = await findCounted(tx, userId, id);
  if (files.length === 0) return;
  const knowledge = await knowledgeOf(
    tx,
    files.flatMap(({ counted }) => counted),
  );
  await setOpenValues(
    tx,
    files.map(({ id, plan, counted }) => ({ id, open: openValuesOf(plan, counted, knowledge) })),
  );
}
