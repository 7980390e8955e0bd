import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { mayCall } from '../security/access-rules.ts';
import { type Account, findAccount, SESSION_COOKIE } from '../security/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Set by the access hook on every endpoint that is not public. */
    account: Account | null;
  }
}

const CHANGING = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** Checks origin and access of every endpoint before a byte of its body is read. */
export function guardAccess(app: FastifyInstance, context: Context): void {
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined) return;
    if (CHANGING.has(request.method)) refuseForgedOrigin(request, context.config.publicUrl);
    if (endpoint.access === 'public') return;
    const token = request.cookies[SESSION_COOKIE];
    request.account = token === undefined ? null : await findAccount(context.db.app, token);
    if (request.account === null) throw new Refusal('unauthenticated', 'Sign in to go on');
    if (!mayCall(endpoint.access, request.account)) {
      throw new Refusal('forbidden', 'Only an administrator may do this');
    }
  });
}

/**
 * Refuses a state-changing call that a page of another site makes with our cookie. Browsers send Origin with
 * every such call; a client without Origin is no browser and carries no one else's cookie.
 */
function refuseForgedOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin } = request.headers;
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return;
  } else if (origin === `${request.protocol}://${request.host}`) {
    return;
  } else if (publicUrl !== null && origin === new URL(publicUrl).origin) {
    return;
  }
  throw new Refusal('forged_origin', 'This call came from another site and was refused');
}
