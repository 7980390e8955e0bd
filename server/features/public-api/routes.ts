import { isIPv6, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse, stringify } from 'uuid';
import type { z } from 'zod';
import type { Endpoint, ParsedBy } from '#contract/endpoint.ts';
import type { ValueWarning } from '#contract/leads.ts';
import {
  BATCH_BYTES,
  createPublicLead,
  createPublicLeads,
  listPublicLeads,
  openApi,
  updatePublicLead,
} from '#contract/public-api.ts';
import { ids as findIds } from '../../lead/index/finder.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError, nothingAtUrl } from '../../platform/errors.ts';
import { checkReply } from '../../platform/http/check-reply.ts';
import { sendHttpError } from '../../platform/http/error-answers.ts';
import { answerOnce, keyedRequest } from './answered-once.ts';
import { apiCallerOf } from './caller.ts';
import { createBatch, readBatch, warningsIn } from './create-batch.ts';
import { auditEach, createApiLeads } from './create-leads.ts';
import { CreateQueue } from './create-queue.ts';
import { createdBody } from './created-body.ts';
import { guardTokens, tokenOf } from './gate.ts';
import { KnownRules, loadLeadRules } from './known-rules.ts';
import { readNewLead } from './lead-input.ts';
import { readPublicLeads } from './lead-reads.ts';
import { openApiDocument } from './openapi.ts';
import { updateByIdentity } from './update-lead.ts';

const PREFIX = '/api/v1';

/** Has its own gate and error format, also for unknown paths. */
export async function publicApiRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(
    async (api) => {
      guardTokens(api, context);
      api.setNotFoundHandler((request, reply) => sendHttpError(request, reply, nothingAtUrl()));
      const rules = new KnownRules(context.notices);
      api.addHook('onClose', async () => rules.close());
      createRoutes(api, new CreateQueue(context, rules), rules);
      updateRoute(api);
      readRoutes(api, context.config.publicUrl);
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

function updateRoute(api: FastifyInstance): void {
  publicRoute(api, updatePublicLead, async ({ body }, request, reply) => {
    const by = apiCallerOf(request);
    const keyed = keyedRequest(request);
    if (keyed === null) {
      return reply.send(
        await by.token.scope.transaction(async (tx) =>
          checkReply(updatePublicLead, updatedBody(await updateByIdentity(tx, body, by))),
        ),
      );
    }
    return answerOnce(request, reply, keyed, async (tx) => ({
      status: 200,
      body: updatedBody(await updateByIdentity(tx, body, by)),
    }));
  });
}

function readRoutes(api: FastifyInstance, publicUrl: string | null): void {
  publicRoute(api, listPublicLeads, async ({ query: { limit, cursor, ...filter } }, request, reply) => {
    const before = cursor === undefined ? {} : { before: leadOfCursor(cursor) };
    const [ids, leads] = await tokenOf(request).scope.transaction(async (tx) => {
      // The extra lead reveals a next page.
      const found = await findIds(tx, filter, { limit: limit + 1, ...before });
      return [found, await readPublicLeads(tx, found.slice(0, limit))];
    });
    const last = ids.length > limit ? ids[limit - 1] : undefined;
    return reply.send({ success: true, leads, nextCursor: last === undefined ? null : cursorAfter(last) });
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

/** Not the Host header, which anyone may forge. */
function addressReached({ localAddress = 'localhost', localPort }: Socket): string {
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${isIPv6(address) ? `[${address}]` : address}:${localPort}`;
}

/** For handlers that check and send the response. */
function publicRoute<E extends Endpoint>(
  api: FastifyInstance,
  endpoint: E,
  handle: (input: ParsedBy<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  bodyLimit?: number,
): void {
  const { query, body } = endpoint.input;
  api.route({
    method: endpoint.method,
    url: endpoint.path.slice(PREFIX.length),
    config: { endpoint },
    exposeHeadRoute: false,
    schema: { ...(query && { querystring: query }), ...(body && { body }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    handler: async (request, reply) => {
      const input = { query: request.query, body: request.body };
      // Safe: the validators above produced exactly these parts.
      await handle(input as ParsedBy<E>, request, reply);
      return reply;
    },
  });
}

function updatedBody(warnings: readonly ValueWarning[]): z.input<typeof updatePublicLead.reply> {
  return { success: true, updated: 1, message: 'Successfully updated 1 lead(s)', ...warningsIn(warnings) };
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
  throw new HttpError(
    'invalid_input',
    "cursor: This isn't a valid cursor. Use nextCursor of the previous page",
    { field: 'cursor' },
  );
}
