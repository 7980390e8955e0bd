import type { FastifyInstance } from 'fastify';
import { importOutcomes, outcomeForm } from '#contract/outcomes.ts';
import { knownSpelling } from '../../../lead/sales/customer-number-writes.ts';
import type { Context } from '../../../platform/context/context.ts';
import { permitOf } from '../../../platform/http/access.ts';
import { editorOf } from '../../../platform/http/actor.ts';
import { serve } from '../../../platform/http/bind.ts';
import { threadTask } from '../../../platform/jobs/threads.ts';
import { INSPECTION_POOL } from '../../../platform/uploads/inspection-threads.ts';
import { withUploadedFile } from '../../../platform/uploads/uploaded-file.ts';
import { recordLines } from './import-outcomes.ts';
import type readOutcomesRun from './read-outcomes.thread.ts';

const READ_OUTCOMES = threadTask<typeof readOutcomesRun>(
  INSPECTION_POOL,
  new URL('./read-outcomes.thread.ts', import.meta.url),
  { readsMeanwhile: true },
);

/** Registers the import of what customers report. */
export function outcomeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, importOutcomes, (_input, caller) =>
    withUploadedFile(caller, outcomeForm, async (file, { customerNumber: given }) => {
      const { scope, request } = caller;
      const permit = permitOf(request);
      const lines = await context.threads.run(READ_OUTCOMES, scope.organizationId, file, { permit });
      return scope.transaction(async (tx) => {
        const customerNumber = await knownSpelling(tx, given);
        const { filename } = file;
        return recordLines(tx, { ...editorOf(caller), customerNumber }, { lines, filename });
      });
    }),
  );
}
