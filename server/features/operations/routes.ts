import { setImmediate as nextTurn } from 'node:timers/promises';
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
import type { ReplyOf } from '#contract/endpoint.ts';
import { type HlrReply, hlrForm, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import {
  fixPhones,
  invalidPhoneCountries,
  invalidPhoneStats,
  type PhoneUpdateReply,
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
import { NUMBERS_PER_TURN } from '../../lead/operations/fix-phones.ts';
import type { OutcomeCounts } from '../../lead/operations/operation.ts';
import { type FoundOperation, findBulk, findLatestBulk } from '../../lead/operations/reads.ts';
import { countConsented, countSelected } from '../../lead/operations/selection-reads.ts';
import {
  cancelBulkOperation,
  noSuchOperation,
  startBulkOperation,
  trashLeadsWithoutEmail,
  undoBulkOperation,
} from '../../lead/operations/start.ts';
import { invalidPhonesByCountry } from '../../lead/operations/target-lead-reads.ts';
import { holdersOfPhones } from '../../lead/phones/lead-number-reads.ts';
import { readPhone } from '../../lead/phones/read-phone.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
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
import { cachedStatistics } from './phone-statistics.ts';
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

/** Counts the invalid phones of leads without a country that an edit of their country would make valid. */
async function previewCountry(
  scope: OrganizationScope,
  iso: string,
): Promise<ReplyOf<typeof previewPhoneCountry>> {
  const groups = await scope.transaction(invalidPhonesByCountry);
  const phones = groups.find(({ country }) => country === null)?.phones ?? [];
  const found: string[] = [];
  for (const [index, phone] of phones.entries()) {
    if (index % NUMBERS_PER_TURN === NUMBERS_PER_TURN - 1) await nextTurn();
    const reading = readPhone(phone, iso);
    if (reading.valid && reading.phone !== null) found.push(reading.phone);
  }
  const numbers = [...new Set(found)];
  const holders = await scope.transaction((tx) => holdersOfPhones(tx, numbers));
  const valid = numbers.length - holders.size;
  return { total: phones.length, valid, conflicts: found.length - valid };
}

/** Returns the reply to an update of HLR or WhatsApp statuses. */
function hlrReplyOf({ id, outcomes }: FoundOperation): HlrReply {
  return { updatedCount: outcomes.changed ?? 0, ...unmatched(outcomes), operationId: id };
}

/** Returns the reply to marking leads as sold; whether consent is required decides about its count. */
function soldReplyOf({ id, outcomes }: FoundOperation, isConsentRequired: boolean): SoldReply {
  return {
    updatedCount: outcomes.changed ?? 0,
    unchanged: outcomes.unchanged ?? 0,
    alreadySold: outcomes.already_sold ?? 0,
    suppressed: outcomes.suppressed ?? 0,
    ...(isConsentRequired && { noConsent: outcomes.no_consent ?? 0 }),
    ...unmatched(outcomes),
    operationId: id,
  };
}

/** Every row counts once. */
function phoneCountsOf(outcomes: OutcomeCounts): Omit<PhoneUpdateReply, 'operationId'> {
  return {
    updated: outcomes.changed ?? 0,
    unchanged: outcomes.unchanged ?? 0,
    notFound: outcomes.not_found ?? 0,
    totalProcessed: Object.values(outcomes).reduce((sum, rows) => sum + rows, 0),
    invalidRows: outcomes.invalid ?? 0,
    conflicts: outcomes.conflict ?? 0,
    suppressed: outcomes.suppressed ?? 0,
  };
}

function unmatched(outcomes: OutcomeCounts): { notFound: number; invalid: number; ambiguous: number } {
  return {
    notFound: outcomes.not_found ?? 0,
    invalid: outcomes.invalid ?? 0,
    ambiguous: outcomes.ambiguous ?? 0,
  };
}
