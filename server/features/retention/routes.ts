import type { FastifyInstance } from 'fastify';
import {
  getRetention,
  listRetentionRuns,
  previewRetention,
  setRetention,
  undoRetentionRun,
} from '#contract/retention.ts';
import { undoBulkOperation } from '../../lead/operations/start.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { loadRules } from './rule-writes.ts';
import { previewRules, saveRules } from './rules.ts';
import { lockUndoableRun, shownRuns } from './run-reads.ts';
import { endRun } from './run-writes.ts';

/** Registers the routes for retention rules, their preview, and their runs. */
export function retentionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getRetention, (_input, { scope }) =>
    scope.transaction(async (tx) => ({ rules: await loadRules(tx) })),
  );

  serve(app, context, setRetention, ({ body }, caller) =>
    caller.scope.transaction(async (tx) => ({ rules: await saveRules(tx, body.rules, editorOf(caller)) })),
  );

  serve(app, context, previewRetention, ({ body }, { scope }) =>
    scope.transaction(async (tx) => ({ rules: await previewRules(tx, body.rules) })),
  );

  serve(app, context, listRetentionRuns, (_input, { scope }) =>
    scope.transaction(async (tx) => ({ runs: await shownRuns(tx) })),
  );

  serve(app, context, undoRetentionRun, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const run = await lockUndoableRun(tx, id);
      if (run === null) throw new HttpError('not_found', 'Run not found');
      if (!run.canUndo) throw new HttpError('conflict', 'This run can no longer be undone');
      const undo = await undoBulkOperation(tx, run.operationId, { ...editorOf(caller), isAdmin: true });
      await endRun(tx, id, 'undone');
      return undo;
    }),
  );
}
