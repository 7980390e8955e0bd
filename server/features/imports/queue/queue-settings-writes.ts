import type { QueueSettings } from '#contract/import-queue.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { findSample } from './queue-mapping-reads.ts';
import { findQueueSettings, QUEUE_PREFERENCE } from './queue-reads.ts';
import { advanceSoon, lockQueue } from './queue-writes.ts';

/** Changes settings of a user's queue; returns all of them. */
export async function changeQueueSettings(
  tx: TenantTransaction,
  userId: string,
  change: Partial<QueueSettings>,
): Promise<QueueSettings> {
  await lockQueue(tx, userId);
  const settings = { ...(await findQueueSettings(tx, userId)), ...change };
  const sampleId = await findSample(tx, userId, settings.sampleId);
  await keepQueueSettings(tx, userId, { ...settings, sampleId });
  await advanceSoon(tx, userId);
  return { ...settings, sampleId };
}

/**
 * Keeps the file whose columns the mapping panel shows, so that files that arrive later don't take its place; chooses
 * the next one only when its mapping is confirmed or the file is gone.
 */
export async function settleSample(tx: TenantTransaction, userId: string): Promise<void> {
  const settings = await findQueueSettings(tx, userId);
  const sampleId = await findSample(tx, userId, settings.sampleId);
  if (sampleId !== settings.sampleId) await keepQueueSettings(tx, userId, { ...settings, sampleId });
}

async function keepQueueSettings(
  tx: TenantTransaction,
  userId: string,
  settings: QueueSettings,
): Promise<void> {
  await tx.query(
    `INSERT INTO user_preferences (organization_id, user_id, key, value) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, user_id, key) DO UPDATE SET value = excluded.value`,
    [tx.organizationId, userId, QUEUE_PREFERENCE, JSON.stringify(settings)],
  );
}
