import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import type { DurableWork } from '../../platform/jobs/durable-work.ts';
import { removeFieldValues } from './remove-values.ts';

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
