import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setUserAdmin } from '#contract/accounts.ts';
import { exportAuditLogs } from '#contract/audit-logs.ts';
import { bulkReport } from '#contract/bulk.ts';
import { exportDeliveries } from '#contract/customers.ts';
import { deliveryFile } from '#contract/deliveries.ts';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { exportLeads } from '#contract/exports.ts';
import { importReportFile, undoReportFile } from '#contract/imports.ts';
import { endSession } from '#contract/sessions.ts';
import { disableTwoFactor, verifyTwoFactor } from '#contract/two-factor.ts';
import { changePassword, getUser, logout } from '#contract/users.ts';
import type { Context } from '../context/context.ts';
import type { Recheck } from '../db/scope.ts';
import { type Statements, statementsOn } from '../db/transaction.ts';
import { HttpError } from '../errors.ts';
import { mayCall } from '../security/access-rules.ts';
import { canonicalAddress } from '../security/allow-list.ts';
import { type Account, findAccount } from '../security/sessions.ts';
import { sessionCookie } from './cookies.ts';
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
  const open = new OpenRequests(async (request) => void (await accountOf(pool, request)));
  app.addHook('onClose', async () => open.close());
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // Browsers never attach a token by themselves; the gate of the public API checks these calls.
    if (endpoint === undefined || takesToken(endpoint.access)) return;
    if (hasEffect(request)) refuseForgedOrigin(request, context.config.publicUrl);
    if (endpoint.access === 'public') return;
    request.account = await accountOf(pool, request, true);
    request.cameWhole = request.raw.complete;
    open.watch(reply);
  });
  app.addHook('preValidation', async (request) => {
    if (request.account !== null && !request.cameWhole) request.account = await accountOf(pool, request);
  });
}

/** Returns whether a call writes anything. */
export function hasEffect({ method, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return CHANGING.has(method) || (endpoint !== undefined && READING_WITH_EFFECT.includes(endpoint));
}

/** Returns the check that a request's transactions make, so that none commits after the access has ended. */
export function recheckOf(request: FastifyRequest): Recheck {
  return { isFirst: endsOwnAccess(request), check: async (tx) => void (await accountOf(tx, request)) };
}

function endsOwnAccess({ account, params, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.endpoint === undefined || !ENDING_ACCESS.includes(config.endpoint)) return false;
  const { id = null } = params as { id?: string };
  return id === null || id === account?.id || id === account?.sessionId;
}

/**
 * Returns the account of a request's session.
 * @throws HttpError unauthenticated, or forbidden if it may not call the endpoint
 */
async function accountOf(
  statements: Pick<Statements, 'query'>,
  request: FastifyRequest,
  notesUse = false,
): Promise<Account> {
  const { endpoint } = request.routeOptions.config;
  const token = sessionCookie(request);
  const account =
    token === undefined ? null : await findAccount(statements, token, addressOf(request), notesUse);
  if (account === null || endpoint === undefined) {
    throw new HttpError('unauthenticated', 'Sign in to continue');
  }
  if (account.mustChangePassword && !BEFORE_PASSWORD_CHANGE.includes(endpoint)) {
    throw new HttpError('forbidden', 'Change your password first', { mustChangePassword: true });
  }
  if (!mayCall(endpoint.access, account)) {
    throw new HttpError('forbidden', 'Only administrators can do this');
  }
  return account;
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
