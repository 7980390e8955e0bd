import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setUserAdmin } from '#contract/accounts.ts';
import { exportAuditLogs } from '#contract/audit-logs.ts';
import { bulkReport } from '#contract/bulk.ts';
import { exportDeliveries } from '#contract/customers.ts';
import { deliveryFile } from '#contract/deliveries.ts';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { exportLeads } from '#contract/exports.ts';
import { importReportFile, undoReportFile } from '#contract/imports.ts';
import { addIpEntry, removeIpEntry, updateIpEntry } from '#contract/ip-whitelist.ts';
import { endSession } from '#contract/sessions.ts';
import { disableTwoFactor, verifyTwoFactor } from '#contract/two-factor.ts';
import { changePassword, getUser, logout } from '#contract/users.ts';
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
    /** Set on non-public endpoints. */
    account: Account | null;
    /** The request was complete when checked, so its body needs no recheck. */
    cameWhole: boolean;
  }
}

/** Allowed before a temporary password is changed. */
const BEFORE_PASSWORD_CHANGE: readonly Endpoint[] = [getUser, logout, changePassword];

const CHANGING = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** Other sites' links must not spend grants or cause audit entries. */
const READING_WITH_EFFECT: readonly Endpoint[] = [
  exportLeads,
  importReportFile,
  undoReportFile,
  bulkReport,
  exportAuditLogs,
  exportDeliveries,
  deliveryFile,
];

const ENDING_ACCESS: readonly Endpoint[] = [
  changePassword,
  verifyTwoFactor,
  disableTwoFactor,
  endSession,
  setUserAdmin,
];

/** Checks origin and access before the body is read, and again after it, which may take minutes. */
export function guardAccess(app: FastifyInstance, context: Context): void {
  app.decorateRequest('account', null);
  app.decorateRequest('cameWhole', false);
  const pool = statementsOn(context.db.app);
  const open = new OpenRequests(async (request) => void (await permittedAccount(pool, permitOf(request))));
  app.addHook('onClose', async () => open.close());
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    // A port would make each connection another address.
    if (typeof forwarded === 'string') {
      headers['x-forwarded-for'] = forwarded.split(',').map(canonicalAddress).join(', ');
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // Browsers never attach tokens; the public API has its own check.
    if (endpoint === undefined || takesToken(endpoint.access)) return;
    if (hasEffect(request)) refuseForgedOrigin(request, context.config);
    if (endpoint.access === 'public') return;
    // Even reads cost time that other sites could spend.
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

export function hasEffect({ method, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return CHANGING.has(method) || (endpoint !== undefined && READING_WITH_EFFECT.includes(endpoint));
}

/** No transaction may commit after access has ended. */
export function recheckOf(request: FastifyRequest): Recheck {
  return { isFirst: isCheckedFirst(request), check: async (tx) => void (await accountOf(tx, request)) };
}

/** Endpoints that could restore lost access. */
const CHANGING_ALLOW_LIST: readonly Endpoint[] = [addIpEntry, updateIpEntry, removeIpEntry];

function isCheckedFirst({ account, params, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.endpoint !== undefined && CHANGING_ALLOW_LIST.includes(config.endpoint)) return true;
  if (config.endpoint === undefined || !ENDING_ACCESS.includes(config.endpoint)) return false;
  const { id = null } = params as { id?: string };
  return id === null || id === account?.id || id === account?.sessionId;
}

/** @throws HttpError unauthenticated, or forbidden */
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

/** Canonical; trusts only proxies in TRUST_PROXY. An invalid forwarded address yields the proxy's own. */
export function addressOf(request: FastifyRequest): string {
  const address = canonicalAddress(request.ip);
  return isIP(address) === 0 ? canonicalAddress(request.socket.remoteAddress ?? '') : address;
}

/**
 * Prevents CSRF and DNS rebinding. Browsers always send Origin here; other clients carry no foreign cookies.
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

/** A trusted proxy vouches for the Host. */
function isForwarded(request: FastifyRequest): boolean {
  return request.ip !== request.socket.remoteAddress;
}

function fromAnotherSite(): HttpError {
  return new HttpError('forged_origin', 'This request came from another site and was blocked');
}
