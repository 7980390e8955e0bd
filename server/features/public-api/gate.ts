import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesToken } from '#contract/endpoint.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { findAllowList, noteTokenUse } from '../../platform/accounts/token-writes.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import {
  type OrganizationScope,
  organizationScope,
  type TenantTransaction,
} from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { addressOf } from '../../platform/http/access.ts';
import { addressBlock, refuseUnlisted } from '../../platform/security/allow-list.ts';
import { type CountedCall, countApiCall } from '../../platform/security/api-tokens.ts';
import type { Origin } from '../../platform/security/sessions.ts';

export interface CallerToken {
  id: string;
  name: string;
  /** Null unless the token is for outcomes. */
  customerNumber: string | null;
  /** Transactions fail once the token is revoked. */
  scope: OrganizationScope;
  /** Throws if the token is revoked or expired, or the address is no longer allowed. */
  recheck(tx: TenantTransaction): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate. */
    token: CallerToken | null;
  }
}

const BEARER = /^Bearer +(\S+)$/i;

/** Checks rate limit (per token, else per address), token, allow-list and scope before the body is read. */
export function guardTokens(api: FastifyInstance, context: Context): void {
  api.decorateRequest('token', null);
  api.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    const sent = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const call = await countApiCall(context.db.app, sent, addressBlock(address));
    applyRateLimit(call, context.config.apiRateLimit, reply);
    const access = request.routeOptions.config.endpoint?.access;
    if (access === undefined || !takesToken(access)) return;
    const { token } = call;
    if (token === null) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError('unauthenticated', PUBLIC_ERRORS.unauthorized.message);
    }
    const { id, name, organizationId, customerNumber } = token;
    if (token.stale) recordUse(context, scopeOf(context, organizationId), id);
    refuseUnlisted(token.allowList, address);
    const needed = access.slice('token:'.length);
    if (!token.scopes.includes(needed)) {
      throw new HttpError('forbidden', `This token doesn't have the ${needed} permission`);
    }
    const recheck = (tx: TenantTransaction): Promise<void> => refuseRevoked(tx, id, address);
    const guard = access === 'token:read' ? null : { check: recheck, isFirst: false };
    const scope = organizationScope(context.db.app, organizationId, guard);
    request.token = { id, name, customerNumber, scope, recheck };
    request.cameWhole = request.raw.complete;
  });
  api.addHook('preValidation', async ({ token, cameWhole }) => {
    if (token !== null && !cameWhole) await token.scope.unchecked.transaction(token.recheck);
  });
}

/** @throws HttpError unauthenticated, or forbidden by the allow-list */
async function refuseRevoked(tx: TenantTransaction, id: string, address: string): Promise<void> {
  const allowList = await findAllowList(tx, id);
  if (allowList === null) throw new HttpError('unauthenticated', PUBLIC_ERRORS.unauthorized.message);
  refuseUnlisted(allowList, address);
}

/** The gate must have admitted the request. */
export function tokenOf(request: FastifyRequest): CallerToken {
  if (request.token === null) throw new HttpError('unauthenticated', PUBLIC_ERRORS.unauthorized.message);
  return request.token;
}

/**
 * Sets the headers.
 * @throws HttpError too_many_requests
 */
function applyRateLimit({ calls, resetSeconds }: CountedCall, limit: number, reply: FastifyReply): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', Math.max(0, limit - calls));
  reply.header('ratelimit-reset', resetSeconds);
  if (calls <= limit) return;
  throw new HttpError('too_many_requests', PUBLIC_ERRORS.rate_limited.message, { retryAfter: resetSeconds });
}

/** Doesn't delay the request. */
function recordUse(context: Context, scope: OrganizationScope, id: string): void {
  noteTokenUse(scope, id).catch((error: unknown) =>
    context.log.warn({ err: error }, "couldn't record the last use of a token"),
  );
}

export interface ApiCaller {
  token: CallerToken;
  /** A token acts for the organization, not a user. */
  actor: Actor;
  origin: Origin;
  /** For every audit entry. */
  details: { via: 'api'; token: string };
}

export function apiCallerOf(request: FastifyRequest): ApiCaller {
  const token = tokenOf(request);
  const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null;
  return {
    token,
    actor: { id: null, username: `API: ${token.name}` },
    origin: { ipAddress: addressOf(request), userAgent },
    details: { via: 'api', token: token.name },
  };
}
