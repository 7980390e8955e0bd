import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { z } from 'zod';
import { ANY_LEADS, announceLeads } from '../../lead/change/announce-leads.ts';
import { findDeletedField } from '../../lead/custom-fields/reads.ts';
import { lockLeads } from '../../lead/store/store.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import type { DurableWork } from '../../platform/jobs/durable-work.ts';
import { dropValues, removeCustomField } from './writes.ts';

const fieldJob = z.object({ organizationId: z.uuid(), fieldId: z.uuid() });

/** Deleted fields with remaining values. */
export const FIELD_WORK: DurableWork = {
  task: 'remove_field_values',
  name: 'field:',
  idKey: 'fieldId',
  unfinished: 'custom_fields w WHERE w.deleted_at IS NOT NULL',
};

export function fieldJobs(context: Pick<Context, 'db'>): TaskList {
  return {
    remove_field_values: async (payload, helpers) => {
      const { organizationId, fieldId } = fieldJob.parse(payload);
      await removeFieldValues(
        context.db.locks,
        scopeOf(context, organizationId),
        fieldId,
        helpers.abortSignal,
      );
    },
  };
}

const BATCH_LEADS = 2_000;

/** Removes a deleted field's values in batches, then the field. Restartable: finished leads hold no value. */
async function removeFieldValues(
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
