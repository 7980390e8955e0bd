import type { QueueSettings } from '#contract/import-queue.ts';
import { keepPreference } from '../../../platform/accounts/preference-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { findSample } from './queue-mapping-reads.ts';
import { findQueueSettings, QUEUE_PREFERENCE } from './queue-reads.ts';
import { advanceSoon } from './queue-writes.ts';

/** Returns all settings. The caller holds the queue's lock. */
export async function changeQueueSettings(
  tx: TenantTransaction,
  userId: string,
  change: Partial<QueueSettings>,
): Promise<QueueSettings> {
  const settings = { ...(await findQueueSettings(tx, userId)), ...change };
  const sampleId = await findSample(tx, userId, settings.sampleId);
  await keepPreference(tx, userId, QUEUE_PREFERENCE, { ...settings, sampleId });
  await advanceSoon(tx, userId);
  return { ...settings, sampleId };
}

/** Keeps the file whose columns the mapping panel shows until its mapping is confirmed or it is gone. The caller holds the lock. */
export async function settleSample(tx: TenantTransaction, userId: string): Promise<void> {
  const settings = await findQueueSettings(tx, userId);
  const sampleId = await findSample(tx, userId, settings.sampleId);
  if (sampleId !== settings.sampleId)
    await keepPreference(tx, userId, QUEUE_PREFERENCE, { ...settings, sampleId });
}
