import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type BulkOperation,
  bulkReport,
  cancelBulk,
  cleanupNoEmail,
  getBulk,
  listBulk,
  previewBulk,
  startBulk,
  undoBulk,
} from '#contract/bulk.ts';
import { hlrForm, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import {
  fixPhones,
  invalidPhoneCountries,
  invalidPhoneStats,
  previewFixPhones,
  previewPhoneCountry,
  previewUpdatePhones,
  updatePhonesCsv,
} from '#contract/phones.ts';
import {
  markSold,
  markSoldCsv,
  previewMarkSold,
  previewMarkSoldCsv,
  type SoldReply,
  soldForm,
} from '#contract/sales.ts';
import { requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import { type FoundOperation, findBulk, findLatestBulk } from '../../lead/operations/reads.ts';
import { countConsented, countSelected } from '../../lead/operations/selection-reads.ts';
import {
  cancelBulkOperation,
  noSuchOperation,
  startBulkOperation,
  trashLeadsWithoutEmail,
  undoBulkOperation,
} from '../../lead/operations/start.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { countText } from '../../platform/message-text.ts';
import { spendGrantForReport } from '../../platform/security/export-grants.ts';
import { fixAllPhones, previewFixes } from './fix-all-phones.ts';
import {
  previewListedPhones,
  previewListedSale,
  previewTypedSale,
  runListFile,
  runTypedList,
} from './lists.ts';
import { previewCountry } from './phone-country.ts';
import { cachedStatistics } from './phone-statistics.ts';
import { hlrReplyOf, phoneCountsOf, soldReplyOf } from './replies.ts';
import { reportLines } from './report.ts';

const noFields = z.object({});

/** Registers the routes of operations: on selected leads, on lists, and on invalid phones. */
export function operationRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  bulkRoutes(app, context);
  listRoutes(app, context);
  phoneFixRoutes(app, context);

  serve(app, context, listBulk, ({ query: { kinds } }, { scope }) =>
    scope.transaction((tx) => findLatestBulk(tx, kinds)),
  );

  serve(app, context, getBulk, async ({ params: { id } }, { scope }) => {
    const operation = await scope.transaction((tx) => findBulk(tx, id));
    if (operation === null) throw noSuchOperation();
    return operation;
  });

  serve(app, context, undoBulk, ({ params: { id } }, caller) =>
    caller.scope.transaction((tx) => undoBulkOperation(tx, id, administratorOf(caller))),
  );

  serve(app, context, cancelBulk, ({ params: { id } }, caller) =>
    caller.scope.transaction((tx) => cancelBulkOperation(tx, id, editorOf(caller))),
  );

  serveRaw(app, context, bulkReport, async (caller, { params: { id } }) => {
    const { scope, reply } = caller;
    const operation = await scope.transaction((tx) => findBulk(tx, id));
    if (operation === null) throw noSuchOperation();
    await downloads.sendFile(scope.organizationId, reply, {
      filename: reportName(operation),
      chunks: reportLines(scope, id),
      permit: () => spendGrantForReport(caller),
    });
  });
}

const REPORTED: Partial<Record<BulkOperation['action'], string>> = {
  updateHlr: 'hlr',
  updateWhatsapp: 'whatsapp',
  markSoldList: 'sold',
  updatePhones: 'phones',
  fixPhones: 'fix-phones',
  mergeDuplicates: 'duplicates',
};

/** Such as `hlr-report-2026-11-25.csv`. */
function reportName({ action, createdAt }: BulkOperation): string {
  return `${REPORTED[action] ?? 'operation'}-report-${createdAt.slice(0, 10)}.csv`;
}

function administratorOf(caller: Caller) {
  return { ...editorOf(caller), isAdmin: caller.account.isAdmin };
}

async function soldReply({ scope }: Caller, ended: FoundOperation): Promise<SoldReply> {
  const required = await scope.transaction(requiredConsents);
  return soldReplyOf(ended, required.length > 0);
}

function bulkRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, previewBulk, ({ body: { selection } }, { scope }) =>
    scope.transaction(async (tx) => {
      const trash = 'filter' in selection ? selection.filter.bin === 'true' : 'any';
      const total = await countSelected(tx, selection, trash);
      const consented = await countConsented(tx, selection, trash);
      return { total, ...(consented !== null && { noConsent: total - consented }) };
    }),
  );

  serve(app, context, startBulk, ({ body: { selection, action } }, caller) =>
    startBulkOperation(caller.scope, selection, action, administratorOf(caller)),
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

function listRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, updateHlr, async ({ body: { phoneNumbers, ...settings } }, caller) =>
    hlrReplyOf(await runTypedList(caller, { type: 'updateHlr', ...settings }, phoneNumbers)),
  );

  serveRaw(app, context, updateHlrCsv, async (caller) => {
    const ended = await runListFile(context, caller, hlrForm, (fields) => ({ type: 'updateHlr', ...fields }));
    caller.reply.send(updateHlrCsv.reply.parse(hlrReplyOf(ended)));
  });

  serve(app, context, markSold, async ({ body: { identifiers, ...settings } }, caller) =>
    soldReply(caller, await runTypedList(caller, { type: 'markSoldList', ...settings }, identifiers)),
  );

  serveRaw(app, context, markSoldCsv, async (caller) => {
    const ended = await runListFile(context, caller, soldForm, (fields) => ({
      type: 'markSoldList',
      ...fields,
    }));
    caller.reply.send(markSoldCsv.reply.parse(await soldReply(caller, ended)));
  });

  serve(app, context, previewMarkSold, async ({ body: { identifiers, identifierType } }, caller) => ({
    noConsent: await previewTypedSale(caller, identifierType, identifiers),
  }));

  serveRaw(app, context, previewMarkSoldCsv, async (caller) => {
    const noConsent = await previewListedSale(context, caller);
    caller.reply.send(previewMarkSoldCsv.reply.parse({ noConsent }));
  });

  serveRaw(app, context, updatePhonesCsv, async (caller) => {
    const { id, outcomes } = await runListFile(context, caller, noFields, () => ({ type: 'updatePhones' }));
    caller.reply.send(updatePhonesCsv.reply.parse({ ...phoneCountsOf(outcomes), operationId: id }));
  });

  serveRaw(app, context, previewUpdatePhones, async (caller) => {
    const { outcomes, rows } = await previewListedPhones(context, caller, noFields);
    caller.reply.send(previewUpdatePhones.reply.parse({ ...phoneCountsOf(outcomes), rows }));
  });
}

function phoneFixRoutes(app: FastifyInstance, context: Context): void {
  const statisticsOf = cachedStatistics(context.notices);

  serve(app, context, invalidPhoneStats, async (_input, { scope }) => (await statisticsOf(scope)).stats);

  serve(
    app,
    context,
    invalidPhoneCountries,
    async (_input, { scope }) => (await statisticsOf(scope)).countries,
  );

  serve(app, context, previewFixPhones, (_input, { scope }) => previewFixes(scope));

  serve(app, context, previewPhoneCountry, ({ query: { country } }, { scope }) =>
    previewCountry(scope, country),
  );

  serve(app, context, fixPhones, (_input, caller) => fixAllPhones(caller.scope, editorOf(caller)));
}
