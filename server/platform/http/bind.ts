import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, ParsedBy } from '#contract/endpoint.ts';
import type { Context } from '../context/context.ts';
import { type OrganizationScope, organizationScope } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import type { Account, Origin } from '../security/sessions.ts';
import { addressOf, hasEffect, recheckFor } from './access.ts';
import { HeldCommit } from './held-commit.ts';

/** Context of a handler for signed-in users. */
export interface Caller {
  account: Account;
  scope: OrganizationScope;
  origin: Origin;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Context of a handler of a public endpoint. */
export type Visitor = Pick<Caller, 'origin' | 'request' | 'reply'>;

type Answer<E extends Endpoint> = Promise<z.input<E['reply']>>;

/** Registers an endpoint for signed-in users. The access hook has checked them. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (input: ParsedBy<E>, caller: Caller) => Answer<E>,
): void {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: serve it with servePublic`);
  registerRoute(app, endpoint, async (input, visitor) => {
    const caller = callerOf(context, visitor);
    if (endpoint.method === 'GET' || endpoint.body === 'multipart') return handle(input, caller);
    const held = new HeldCommit(caller.scope);
    const answer = await handle(input, { ...caller, scope: held.heldScope() }).catch(
      async (error: unknown) => {
        // A handler may keep what it wrote and refuse the rest.
        if (error instanceof HttpError) await held.commit();
        else await held.rollBack(error);
        throw error;
      },
    );
    try {
      checkReply(endpoint, answer);
    } catch (error) {
      await held.rollBack(error);
      throw error;
    }
    await held.commit();
    return answer;
  });
}

/** Registers an endpoint that needs no session. */
export function servePublic<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: ParsedBy<E>, visitor: Visitor) => Answer<E>,
): void {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: serve it with serve`);
  registerRoute(app, endpoint, handle);
}

/**
 * Registers an endpoint whose handler writes the response itself, such as a stream or a file. The contract's
 * schemas parse the parts they declare; the handler reads an undeclared multipart body.
 */
export function serveRaw<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (caller: Caller, input: ParsedBy<E>) => Promise<void>,
): void {
  const { params, query, body } = endpoint.input;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    // HEAD would do all the work of a stream and send nothing.
    exposeHeadRoute: false,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      // The validators above produced exactly these parts.
      await handle(callerOf(context, visitorOf(request, reply)), input as ParsedBy<E>);
      return reply;
    },
  });
}

/**
 * Returns the caller with the scope of their organization.
 * @throws HttpError unauthenticated
 */
function callerOf(context: Context, visitor: Visitor): Caller {
  const { account } = visitor.request;
  if (account === null) throw new HttpError('unauthenticated', 'Sign in to continue');
  const recheck = hasEffect(visitor.request) ? recheckFor(visitor.request) : null;
  const { organizationId, id } = account;
  return { ...visitor, account, scope: organizationScope(context.db.app, organizationId, recheck, id) };
}

function registerRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: ParsedBy<E>, visitor: Visitor) => Answer<E>,
): void {
  const { params, query, body } = endpoint.input;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [endpoint.status]: endpoint.reply },
    },
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      reply.status(endpoint.status);
      // The validators above produced exactly these parts.
      return handle(input as ParsedBy<E>, visitorOf(request, reply));
    },
  });
}

function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  const userAgent = request.headers['user-agent'];
  return {
    request,
    reply,
    origin: { ipAddress: addressOf(request), userAgent: userAgent?.slice(0, 500) ?? null },
  };
}

/** @throws ZodError if the reply violates the contract */
export function checkReply<E extends Endpoint, T>({ reply }: E, made: T): T {
  const { error } = z.safeEncode(reply, made as z.output<E['reply']>);
  if (error !== undefined) throw error;
  return made;
}
