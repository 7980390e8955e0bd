import { isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parse, stringify } from 'uuid';
import type { z } from 'zod';
import type { ParsedBy } from '#contract/endpoint.ts';
import { recordPublicOutcome } from '#contract/outcomes.ts';
import {
  BATCH_BYTES,
  createPublicLead,
  createPublicLeads,
  deletePublicLead,
  getPublicLead,
  listPublicLeads,
  openApi,
  updatePublicLead,
} from '#contract/public-api.ts';
import { trashLead } from '../../lead/edits/trash-lead.ts';
import { ids as findIds } from '../../lead/index/finder.ts';
import { salesByIds } from '../../lead/outcomes/outcome-reads.ts';
import { recordOutcomes } from '../../lead/outcomes/record-outcomes.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError, nothingAtUrl } from '../../platform/errors.ts';
import { checkReply } from '../../platform/http/bind.ts';
import { sendHttpError } from '../../platform/http/error-answers.ts';
import { answerChange, answerOnce, keyedRequest } from './answered-once.ts';
import { createBatch, readBatch, warningsIn } from './create-batch.ts';
import { auditEach, createApiLeads } from './create-leads.ts';
import { CreateQueue } from './create-queue.ts';
import { createdBody } from './created-body.ts';
import { type ApiCaller, apiCallerOf, guardTokens, tokenOf } from './gate.ts';
import { KnownRules, loadLeadRules } from './known-rules.ts';
import { readNewLead } from './lead-input.ts';
import {
  cursorAfterChange,
  findChanged,
  placeOfCursor,
  readPublicLead,
  readPublicLeads,
} from './lead-reads.ts';
import { openApiDocument } from './openapi.ts';
import { PREFIX, publicRoute } from './public-route.ts';
import { publicSuppressionRoutes } from './suppression-routes.ts';
import { updateByIdentity } from './update-lead.ts';

/** Has its own gate and error format, also for unknown paths. */
export async function publicApiRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(
    async (api) => {
      guardTokens(api, context);
      api.setNotFoundHandler((request, reply) => sendHttpError(request, reply, nothingAtUrl()));
      const rules = new KnownRules(context.notices);
      api.addHook('onClose', async () => rules.close());
      createRoutes(api, new CreateQueue(context, rules), rules);
      changeRoutes(api);
      readRoutes(api, context.config.publicUrl);
      publicOutcomeRoutes(api);
      publicSuppressionRoutes(api, context);
    },
    { prefix: PREFIX },
  );
}

function createRoutes(api: FastifyInstance, queue: CreateQueue, rules: KnownRules): void {
  publicRoute(api, createPublicLead, async ({ body }, request, reply) => {
    const by = apiCallerOf(request);
    const keyed = keyedRequest(request);
    if (keyed === null) return reply.status(201).send(createdBody(await queue.create({ input: body, by })));
    return answerOnce(request, reply, keyed, async (tx) => {
      const leads = { read: [readNewLead(body, await loadLeadRules(tx))], by: [by] };
      const [outcome] = await createApiLeads(tx, leads, auditEach(leads));
      return { status: 201, body: createdBody(outcome) };
    });
  });

  publicRoute(
    api,
    createPublicLeads,
    async ({ body }, request, reply) => {
      const by = apiCallerOf(request);
      const keyed = keyedRequest(request);
      if (keyed === null) {
        const { scope } = by.token;
        const read = readBatch(body.leads, await rules.of(scope));
        // Frees the request body, which can be large.
        body.leads.length = 0;
        return reply.send(
          await scope.transaction(async (tx) =>
            checkReply(createPublicLeads, await createBatch(tx, read, by)),
          ),
        );
      }
      return answerOnce(request, reply, keyed, async (tx) => ({
        status: 200,
        body: await createBatch(tx, readBatch(body.leads, await loadLeadRules(tx)), by),
      }));
    },
    BATCH_BYTES,
  );
}

function changeRoutes(api: FastifyInstance): void {
  publicRoute(api, updatePublicLead, async ({ body }, request, reply) => {
    const by = apiCallerOf(request);
    return answerChange(updatePublicLead, request, reply, async (tx) =>
      updatedBody(await updateByIdentity(tx, body, by)),
    );
  });

  publicRoute(api, deletePublicLead, async ({ params: { id } }, request, reply) =>
    answerChange(deletePublicLead, request, reply, async (tx) => {
      await readPublicLead(tx, id);
      await trashLead(tx, id, apiCallerOf(request));
      return { success: true as const, message: 'The lead was moved to the bin' };
    }),
  );
}

function readRoutes(api: FastifyInstance, publicUrl: string | null): void {
  publicRoute(api, listPublicLeads, async ({ query: { updatedSince, ...query } }, request, reply) => {
    const body = await tokenOf(request).scope.transaction((tx) =>
      updatedSince === undefined ? newestPage(tx, query) : changedPage(tx, updatedSince, query),
    );
    return reply.send({ success: true, ...body });
  });

  publicRoute(api, getPublicLead, async ({ params: { id } }, request, reply) => {
    const lead = await tokenOf(request).scope.transaction((tx) => readPublicLead(tx, id));
    return reply.send({ success: true, lead });
  });

  const document = openApiDocument();
  publicRoute(api, openApi, async (_input, { socket }, reply) => {
    const { origin } = new URL(publicUrl ?? addressReached(socket));
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...document, servers: [{ url: `${origin}${PREFIX}` }] }));
  });
}

type PageQuery = Omit<ParsedBy<typeof listPublicLeads>['query'], 'updatedSince'>;
type LeadsPage = Pick<z.input<typeof listPublicLeads.reply>, 'leads' | 'nextCursor'>;

async function newestPage(
  tx: TenantTransaction,
  { limit, cursor, ...filter }: PageQuery,
): Promise<LeadsPage> {
  const before = cursor === undefined ? {} : { before: leadOfCursor(cursor) };
  const found = await findIds(tx, filter, { limit: limit + 1, ...before });
  return pageOf(tx, { found, limit, idOf: (id) => id, cursorOf: cursorAfter });
}

async function changedPage(
  tx: TenantTransaction,
  since: string,
  { limit, cursor, ...filter }: PageQuery,
): Promise<LeadsPage> {
  const after = cursor === undefined ? null : placeOfCursor(cursor);
  if (cursor !== undefined && after === null) throw wrongCursor();
  const found = await findChanged(tx, filter, { since, after, limit: limit + 1 });
  return pageOf(tx, { found, limit, idOf: ({ id }) => id, cursorOf: cursorAfterChange });
}

/** The lead behind a full page reveals a next one. */
async function pageOf<T>(
  tx: TenantTransaction,
  {
    found,
    limit,
    idOf,
    cursorOf,
  }: { found: T[]; limit: number; idOf: (one: T) => string; cursorOf: (last: T) => string },
): Promise<LeadsPage> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  const leads = await readPublicLeads(tx, found.slice(0, limit).map(idOf));
  return { leads, nextCursor: last === undefined ? null : cursorOf(last) };
}

/** Not the Host header, which anyone may forge. */
function addressReached({ localAddress = 'localhost', localPort }: Socket): string {
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${isIPv6(address) ? `[${address}]` : address}:${localPort}`;
}

function updatedBody({
  updatedAt,
  warnings,
}: Awaited<ReturnType<typeof updateByIdentity>>): z.input<typeof updatePublicLead.reply> {
  const message = 'Successfully updated 1 lead(s)';
  return { success: true, updated: 1, updatedAt, message, ...warningsIn(warnings) };
}

/** Opaque to clients. */
function cursorAfter(leadId: string): string {
  return Buffer.from(parse(leadId)).toString('base64url');
}

/** @throws HttpError invalid_input at `cursor` */
function leadOfCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    if (bytes.length === 16 && bytes.toString('base64url') === cursor) return stringify(bytes);
  } catch {
    // Not a UUID: the error below applies.
  }
  throw wrongCursor();
}

function wrongCursor(): HttpError {
  return new HttpError(
    'invalid_input',
    "cursor: This isn't a valid cursor. Use nextCursor of the previous page",
    { field: 'cursor' },
  );
}

function publicOutcomeRoutes(api: FastifyInstance): void {
  publicRoute(api, recordPublicOutcome, async ({ body }, request, reply) => {
    const by = apiCallerOf(request);
    const { deliveryId, leadId, outcome, reason = null, revenue = null } = body;
    return answerChange(recordPublicOutcome, request, reply, async (tx) => {
      const customerNumber = await knownSpelling(tx, customerOf(by));
      const found = await salesByIds(tx, customerNumber, {
        deliveryIds: deliveryId === undefined ? [] : [deliveryId],
        leadIds: leadId === undefined ? [] : [leadId],
      });
      const sale = found.deliveries.get(deliveryId ?? '') ?? found.leads.get(leadId ?? '');
      if (sale === undefined) {
        throw new HttpError('not_found', leadId === undefined ? 'Delivery not found' : 'Lead not found');
      }
      const report = { ...sale, outcome, reason: reason || null, revenue };
      const [decided] = await recordOutcomes(tx, { ...by, customerNumber }, [report]);
      if (decided === undefined) throw new Error('The outcome was not decided');
      const { decision } = decided;
      if (decision.kind === 'refused') throw new HttpError('outcome_refused', decision.message);
      const recorded = decision.kind === 'recorded';
      if (recorded) {
        await writeAudit(tx, {
          ...{ action: 'record_outcome', actor: by.actor, origin: by.origin, resource: sale.leadId },
          details: {
            ...by.details,
            customerNumber,
            outcome,
            ...(reason && { reason }),
            ...(revenue && { revenue }),
          },
        });
      }
      const { leadId: soldId } = sale;
      return { success: true as const, recorded, leadId: soldId, deliveryId: decided.deliveryId, outcome };
    });
  });
}

/** @throws HttpError forbidden */
function customerOf({ token }: ApiCaller): string {
  if (token.customerNumber === null) throw new HttpError('forbidden', 'This token belongs to no customer');
  return token.customerNumber;
}
