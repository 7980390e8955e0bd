import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportAuditLogs } from '#contract/audit-logs.ts';
import { bulkReport } from '#contract/bulk.ts';
import { exportDeliveries } from '#contract/customers.ts';
import { deliveryFile } from '#contract/deliveries.ts';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { exportLeads } from '#contract/exports.ts';
import { importReportFile, undoReportFile } from '#contract/imports.ts';
import { changePassword, getUser, logout } from '#contract/users.ts';
import type { Context } from '../context/context.ts';
import { HttpError } from '../errors.ts';
import { mayCall } from '../security/access-rules.ts';
import { canonicalAddress } from '../security/allow-list.ts';
import { type Account, findAccount } from '../security/sessions.ts';
import { sessionCookie } from './cookies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Account of the session; set by the access hook on every endpoint that is not public. */
    account: Account | null;
  }
}

/** Endpoints that a user may call before changing a temporary password. */
const BEFORE_PASSWORD_CHANGE: readonly Endpoint[] = [getUser, logout, changePassword];

const CHANGING = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** Reading endpoints that no link of another site may call: they use up a grant, and exports are audited. */
const READING_WITH_EFFECT: readonly Endpoint[] = [
  exportLeads,
  importReportFile,
  undoReportFile,
  bulkReport,
  exportAuditLogs,
  exportDeliveries,
  deliveryFile,
];

/** Installs a hook that checks origin and access of every endpoint before the server reads the body. */
export function guardAccess(app: FastifyInstance, context: Context): void {
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    // Browsers never attach a token by themselves; the gate of the public API checks these calls.
    if (endpoint === undefined || takesToken(endpoint.access)) return;
    if (CHANGING.has(request.method) || READING_WITH_EFFECT.includes(endpoint))
      refuseForgedOrigin(request, context.config.publicUrl);
    if (endpoint.access === 'public') return;
    const token = sessionCookie(request);
    request.account =
      token === undefined ? null : await findAccount(context.db.app, token, addressOf(request));
    if (request.account === null) throw new HttpError('unauthenticated', 'Sign in to continue');
    if (request.account.mustChangePassword && !BEFORE_PASSWORD_CHANGE.includes(endpoint)) {
      throw new HttpError('forbidden', 'Change your password first', { mustChangePassword: true });
    }
    if (!mayCall(endpoint.access, request.account)) {
      throw new HttpError('forbidden', 'Only administrators can do this');
    }
  });
}

/**
 * Returns the client address of a request in canonical form. The server trusts only the proxies in
 * TRUST_PROXY.
 */
export function addressOf(request: FastifyRequest): string {
  return canonicalAddress(request.ip);
}

/**
 * Rejects a call with an effect that a page of another site makes with the user's cookie (CSRF). Browsers
 * send Origin with every such call; a client without Origin is not a browser and carries nobody else's
 * cookie.
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
  throw new HttpError('forged_origin', 'This request came from another site and was blocked');
}
