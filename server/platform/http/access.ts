import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setUserAdmin } from '#contract/accounts.ts';
import { exportAuditLogs } from '#contract/audit-logs.ts';
import { bulkReport } from '#contract/bulk.ts';
import { getUser, logout } from '#contract/current-user.ts';
import { exportDeliveries } from '#contract/customers.ts';
import { deliveryFile } from '#contract/deliveries.ts';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { getPerson } from '#contract/erasures.ts';
import { exportLeads } from '#contract/exports.ts';
import { importReportFile, undoReportFile } from '#contract/imports.ts';
import { addIpEntry, removeIpEntry, updateIpEntry } from '#contract/ip-whitelist.ts';
import { endSession } from '#contract/sessions.ts';
import { disableTwoFactor, verifyTwoFactor } from '#contract/two-factor.ts';
import { changePassword } from '#contract/users.ts';
import type { Context } from '../context/context.ts';
import type { Recheck } from '../db/scope.ts';
import { statementsOn } from '../db/transaction.ts';
import { HttpError } from '../errors.ts';
import { canonicalAddress } from '../security/allow-list.ts';
import { type Permit, permittedAccount, recheckOf } from '../security/permit.ts';
import type { Account } from '../security/sessions.ts';
import { sessionCookie } from './cookies.ts';
import { isKnownHost } from './known-host.ts';
import { OpenRequests } from './open-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Account of the session; set by the access hook on every endpoint that is not public. */
    account: Account | null;
    /** The whole request had come when its access was checked, so that the check needn't be repeated after its body. */
    cameWhole: boolean;
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
  getPerson,
];

/** Endpoints whose work may end or replace the access of its caller: that of the user or the session in the path, if it has one. */
const ENDING_ACCESS: readonly Endpoint[] = [
  changePassword,
  verifyTwoFactor,
  disableTwoFactor,
  endSession,
  setUserAdmin,
];

/**
 * Installs hooks that check origin and access of every endpoint before the server reads the body, and again once it has: a
 * body may take minutes.
 */
export function guardAccess(app: FastifyInstance, context: Context): void {
  app.decorateRequest('account', null);
  app.decorateRequest('cameWhole', false);
  const pool = statementsOn(context.db.app);
  const open = new OpenRequests(async (request) => void (await permittedAccount(pool, permitOf(request))));
  app.addHook('onClose', async () => open.close());
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    // Some proxies add the port, which would make each connection another address.
    if (typeof forwarded === 'string') {
      headers['x-forwarded-for'] = forwarded.split(',').map(canonicalAddress).join(', ');
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // Browsers never attach a token by themselves; the gate of the public API checks these calls.
    if (endpoint === undefined || takesToken(endpoint.access)) return;
    if (hasEffect(request)) refuseForgedOrigin(request, context.config);
    if (endpoint.access === 'public') return;
    // Even a call that only reads takes time that a page of another site could spend.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw fromAnotherSite();
    request.account = await permittedAccount(pool, permitOf(request), true);
    request.cameWhole = request.raw.complete;
    open.watch(reply);
  });
  app.addHook('preValidation', async (request) => {
    if (request.account !== null && !request.cameWhole)
      request.account = await permittedAccount(pool, permitOf(request));
  });
}

/** Returns whether a call writes anything. */
export function hasEffect({ method, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return CHANGING.has(method) || (endpoint !== undefined && READING_WITH_EFFECT.includes(endpoint));
}

/** Returns the check that a request's transactions make, so that none commits after the access has ended. */
export function recheckFor(request: FastifyRequest): Recheck {
  return recheckOf(permitOf(request), isCheckedFirst(request));
}

/**
 * Returns the access that a request has, to check it again.
 * @throws HttpError unauthenticated without a session
 */
export function permitOf(request: FastifyRequest): Permit {
  const { endpoint } = request.routeOptions.config;
  const token = sessionCookie(request);
  if (token === undefined || endpoint === undefined) {
    throw new HttpError('unauthenticated', 'Sign in to continue');
  }
  return {
    token,
    ipAddress: addressOf(request),
    access: endpoint.access,
    beforePasswordChange: BEFORE_PASSWORD_CHANGE.includes(endpoint),
    asAdmin: request.account?.isAdmin === true,
  };
}

/** Endpoints whose work could give back the access that was lost. */
const CHANGING_ALLOW_LIST: readonly Endpoint[] = [addIpEntry, updateIpEntry, removeIpEntry];

function isCheckedFirst({ account, params, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.endpoint !== undefined && CHANGING_ALLOW_LIST.includes(config.endpoint)) return true;
  if (config.endpoint === undefined || !ENDING_ACCESS.includes(config.endpoint)) return false;
  const { id = null } = params as { id?: string };
  return id === null || id === account?.id || id === account?.sessionId;
}

/**
 * Returns the client address of a request in canonical form. The server trusts only the proxies in TRUST_PROXY; what one of
 * them passes on that is no address counts as its own.
 */
export function addressOf(request: FastifyRequest): string {
  const address = canonicalAddress(request.ip);
  return isIP(address) === 0 ? canonicalAddress(request.socket.remoteAddress ?? '') : address;
}

/**
 * Rejects a call with an effect that a page of another site makes with the user's cookie (CSRF), or under a name of its own
 * that it made resolve to this server. Browsers send Origin with every such call; a client without Origin is not a browser and
 * carries no one else's cookie.
 */
function refuseForgedOrigin(request: FastifyRequest, config: Context['config']): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin === undefined && site === undefined) return;
  if (config.publicUrl !== null && origin === new URL(config.publicUrl).origin) return;
  if (!isForwarded(request) && !isKnownHost(request.host, config)) {
    throw new HttpError(
      'forged_origin',
      `This server isn't known as ${request.host}: set PUBLIC_URL to the address that users open`,
    );
  }
  if (origin === undefined && (site === 'same-origin' || site === 'none')) return;
  if (origin === `${request.protocol}://${request.host}`) return;
  throw fromAnotherSite();
}

/** Returns whether a trusted proxy passed a request on; it answers for the Host. */
function isForwarded(request: FastifyRequest): boolean {
  return request.ip !== request.socket.remoteAddress;
}

function fromAnotherSite(): HttpError {
  return new HttpError('forged_origin', 'This request came from another site and was blocked');
}
