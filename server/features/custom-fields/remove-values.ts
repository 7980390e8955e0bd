import type pg from 'pg';
import { ANY_LEADS, announceLeads } from '../../lead/change/announce-leads.ts';
import { findDeletedField } from '../../lead/custom-fields/reads.ts';
import { lockLeads } from '../../lead/store/store.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { dropValues, removeCustomField } from './writes.ts';

const BATCH_LEADS = 2_000;

/** Removes a deleted field's values in batches, then the field. Restartable: finished leads hold no value. */
export async function removeFieldValues(
  pool: pg.Pool,
  scope: OrganizationScope,
  fieldId: string,
  signal?: AbortSignal,
): Promise<void> {
  await withAdvisoryLock(pool, `field:${fieldId}`, async () => {
    const field = await scope.transaction((tx) => findDeletedField(tx, fieldId));
    if (field === null) return;
    let last: string | null = null;
    do {
      if (signal?.aborted) return;
      const after: string | null = last;
      last = await scope.transaction(async (tx) => {
        await lockLeads(tx);
        return dropValues(tx, field.name, after, BATCH_LEADS);
      });
    } while (last !== null);
    await scope.transaction(async (tx) => {
      await removeCustomField(tx, fieldId);
      await announceLeads(tx, ANY_LEADS, { type: 'fields' });
    });
  });
}
