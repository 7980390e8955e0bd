import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesToken } from '#contract/endpoint.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { addressOf } from '../../platform/http/access.ts';
import { refuseUnlisted } from '../../platform/security/allow-list.ts';
import { type KnownToken, KnownTokens } from './known-tokens.ts';
import { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the public API's gate on every endpoint that requires a token. */
    token: KnownToken | null;
  }
}

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Registers the gate that checks every public API request before its body is read: the rate limit of the token, or of
 * the address if there is no valid token, then the token, the allow-list and the scope.
 */
export function guardTokens(api: FastifyInstance, context: Context): void {
  const tokens = new KnownTokens(context);
  const limiter = new RateLimiter(context.config.apiRateLimit);
  api.decorateRequest('token', null);
  api.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    const token = await tokens.find(BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '');
    countRequest(limiter, token === null ? `address:${address}` : `token:${token.id}`, reply);
    const access = request.routeOptions.config.endpoint?.access;
    if (access === undefined || !takesToken(access)) return;
    if (token === null) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError('unauthenticated', PUBLIC_ERRORS.unauthorized.message);
    }
    tokens.recordUse(token);
    refuseUnlisted(token.allowList, address);
    const needed = access === 'token:read' ? 'read' : 'write';
    if (!token.scopes.includes(needed)) {
      throw new HttpError('forbidden', `This token does not have the ${needed} permission`);
    }
    request.token = token;
  });
  api.addHook('onClose', async () => tokens.close());
}

/** Returns the token of a request that the gate admitted. */
export function tokenOf(request: FastifyRequest): KnownToken {
  if (request.token === null) throw new HttpError('unauthenticated', PUBLIC_ERRORS.unauthorized.message);
  return request.token;
}

function countRequest(limiter: RateLimiter, caller: string, reply: FastifyReply): void {
  const { limit, remaining, resetSeconds, exceeded } = limiter.take(caller);
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', resetSeconds);
  if (!exceeded) return;
  throw new HttpError('too_many_requests', PUBLIC_ERRORS.rate_limited.message, { retryAfter: resetSeconds });
}
