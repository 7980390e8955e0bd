import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bulkReport, listBulk } from '#contract/bulk.ts';
import { hlrForm, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import { previewUpdatePhones, updatePhonesCsv } from '#contract/phones.ts';
import { markSold, markSoldCsv, soldForm } from '#contract/sales.ts';
import { findBulk, findLatestBulk } from '../../lead/operations/reads.ts';
import { noSuchOperation } from '../../lead/operations/start-bulk.ts';
import type { StatusUpdateAction } from '../../lead/operations/status-update.ts';
import type { Context } from '../../platform/context/context.ts';
import { permitOf } from '../../platform/http/access.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import { clientSignal } from '../../platform/http/client-signal.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { spendGrantForReport } from '../../platform/security/export-grants.ts';
import { hlrReplyOf, phoneCountsOf, soldReplyOf } from './replies.ts';
import { reportLines } from './report.ts';
import { startTypedStatusUpdate, waitForStatusUpdate, withUploadedFile } from './start-update.ts';
import { createStatusUpdateInThread, previewPhonesInThread } from './update-threads.ts';

const noFields = z.object({});

export function statusUpdateRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  hlrRoutes(app, context);
  markSoldRoutes(app, context);
  phoneUpdateRoutes(app, context);

  serve(app, context, listBulk, ({ query: { kinds } }, { scope }) =>
    scope.transaction((tx) => findLatestBulk(tx, kinds)),
  );

  serveRaw(app, context, bulkReport, async (caller, { params: { id } }) => {
    const { scope, reply } = caller;
    if ((await scope.transaction((tx) => findBulk(tx, id))) === null) throw noSuchOperation();
    await downloads.sendFile(scope.organizationId, reply, {
      filename: `report-${id}.csv`,
      chunks: reportLines(scope, id),
      permit: () => spendGrantForReport(caller),
    });
  });
}

function hlrRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, updateHlr, async ({ body: { phoneNumbers, ...settings } }, caller) => {
    const id = await startTyped(caller, { type: 'updateHlr', ...settings }, phoneNumbers);
    return hlrReplyOf(id, await waitForStatusUpdate(caller, id));
  });

  serveRaw(app, context, updateHlrCsv, async (caller) => {
    const id = await startFromFile(context, caller, hlrForm, (settings) => ({
      type: 'updateHlr',
      ...settings,
    }));
    caller.reply.send(updateHlrCsv.reply.parse(hlrReplyOf(id, await waitForStatusUpdate(caller, id))));
  });
}

function markSoldRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, markSold, async ({ body: { identifiers, ...settings } }, caller) => {
    const id = await startTyped(caller, { type: 'markSoldList', ...settings }, identifiers);
    return soldReplyOf(id, await waitForStatusUpdate(caller, id));
  });

  serveRaw(app, context, markSoldCsv, async (caller) => {
    const id = await startFromFile(context, caller, soldForm, (settings) => ({
      type: 'markSoldList',
      ...settings,
    }));
    caller.reply.send(markSoldCsv.reply.parse(soldReplyOf(id, await waitForStatusUpdate(caller, id))));
  });
}

function phoneUpdateRoutes(app: FastifyInstance, context: Context): void {
  serveRaw(app, context, updatePhonesCsv, async (caller) => {
    const operationId = await startFromFile(context, caller, noFields, () => ({ type: 'updatePhones' }));
    const outcomes = await waitForStatusUpdate(caller, operationId);
    caller.reply.send(updatePhonesCsv.reply.parse({ ...phoneCountsOf(outcomes), operationId }));
  });

  serveRaw(app, context, previewUpdatePhones, async (caller) => {
    const { outcomes, rows } = await withUploadedFile(givenBy(caller), noFields, (file) =>
      previewPhonesInThread(context.threads, caller.scope.organizationId, file, clientSignal(caller.reply)),
    );
    caller.reply.send(previewUpdatePhones.reply.parse({ ...phoneCountsOf(outcomes), rows }));
  });
}

function startTyped(
  caller: Caller,
  action: StatusUpdateAction,
  identifiers: readonly string[],
): Promise<string> {
  return startTypedStatusUpdate(caller.scope, { action, editor: editorOf(caller) }, identifiers);
}

function startFromFile<F extends z.ZodRawShape>(
  { threads }: Context,
  caller: Caller,
  form: z.ZodObject<F>,
  actionOf: (fields: z.output<z.ZodObject<F>>) => StatusUpdateAction,
): Promise<string> {
  return withUploadedFile(givenBy(caller), form, (file, fields) =>
    createStatusUpdateInThread(
      threads,
      caller.scope.organizationId,
      file,
      { action: actionOf(fields), detail: file.filename, editor: editorOf(caller) },
      permitOf(caller.request),
    ),
  );
}

function givenBy({ scope, request, account }: Caller) {
  return { scope, request, createdBy: account.id };
}
