import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { scanDuplicates } from './scan-writes.ts';

/** Payload of the duplicate-scan job. */
const scanJob = z.object({ organizationId: z.uuid() });

/** Returns the job that looks for likely duplicates. */
export function duplicateJobs(context: Pick<Context, 'db'>): TaskList {
  return {
    scan_duplicates: async (payload) => {
      const { organizationId } = scanJob.parse(payload);
      await scopeOf(context, organizationId).transaction(scanDuplicates);
    },
  };
}
