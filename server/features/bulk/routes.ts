import type { FastifyInstance } from 'fastify';
import { cleanupNoEmail, getBulk, previewBulk, startBulk, undoBulk } from '#contract/bulk.ts';
import { findBulk } from '../../lead/operations/reads.ts';
import { countSelected } from '../../lead/operations/selection-reads.ts';
import {
  noSuchOperation,
  startBulkOperation,
  trashLeadsWithoutEmail,
  undoBulkOperation,
} from '../../lead/operations/start-bulk.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { countText } from '../../platform/message-text.ts';
import { settledSetField } from './set-field.ts';

/**
 * Registers the routes for bulk operations (preview, start, progress, undo) and for the clean-up of leads without an
 * e-mail.
 */
export function bulkRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, previewBulk, ({ body: { selection } }, { scope }) =>
    scope.transaction(async (tx) => {
      const trash = 'filter' in selection ? selection.filter.bin === 'true' : 'any';
      return { total: await countSelected(tx, selection, trash) };
    }),
  );

  serve(app, context, startBulk, async ({ body: { selection, action } }, { scope, ...caller }) => {
    const settled =
      action.type === 'setField' ? await scope.transaction((tx) => settledSetField(tx, action)) : action;
    return startBulkOperation(scope, selection, settled, {
      ...editorOf(caller),
      isAdmin: caller.account.isAdmin,
    });
  });

  serve(app, context, getBulk, async ({ params: { id } }, { scope }) => {
    const operation = await scope.transaction((tx) => findBulk(tx, id));
    if (operation === null) throw noSuchOperation();
    return operation;
  });

  serve(app, context, undoBulk, ({ params: { id } }, caller) =>
    undoBulkOperation(caller.scope, id, { ...editorOf(caller), isAdmin: caller.account.isAdmin }),
  );

  serve(app, context, cleanupNoEmail, async (_input, caller) => {
    const operation = await trashLeadsWithoutEmail(caller.scope, editorOf(caller));
    const deletedCount = operation?.changed ?? 0;
    const message =
      operation === null
        ? 'There are no leads without an email'
        : `Moved ${countText(deletedCount, 'lead')} without an email to the bin`;
    return { message, deletedCount, operationId: operation?.id ?? null };
  });
}
