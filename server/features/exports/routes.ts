import type { FastifyInstance } from 'fastify';
import { createColumnSet, deleteColumnSet, listColumnSets, updateColumnSet } from '#contract/column-sets.ts';
import { deliveryFile, listDeliveries, startDelivery } from '#contract/deliveries.ts';
import { exportLeads, exportSelection, toggleExportAuth, verifyExport } from '#contract/exports.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { requireAuth } from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { exportsAtOnce } from '../../platform/db/connection-shares.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import { confirmPassword } from '../../platform/http/confirm.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { FairTurns } from '../../platform/jobs/fair-turns.ts';
import { countCodeGuess, forgetCodeGuesses } from '../../platform/security/attempts.ts';
import { grantExport } from '../../platform/security/export-grants.ts';
import { readGroups } from '../../platform/security/readable-secret.ts';
import { spendCode } from '../../platform/security/second-factor.ts';
import { changeColumnSet, findColumnSets, insertColumnSet, removeColumnSet } from './column-set-writes.ts';
import { beginDelivery, planDelivery } from './deliveries.ts';
import { findExportDeliveries } from './delivery-reads.ts';
import { type ExportPlan, planFiltered, planSelected } from './plan-export.ts';
import { sendExport } from './send-export.ts';

export function exportRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  serve(app, context, verifyExport, async ({ body }, caller) => {
    const expiresAt = await verifyExporter(context, caller, body);
    return { verified: true as const, expiresAt: expiresAt.toISOString() };
  });

  serve(app, context, toggleExportAuth, async ({ body: { enabled, ...given } }, caller) => {
    if (!enabled) await verifyTurningOff(context, caller, given);
    return caller.scope.transaction(async (tx) => {
      const { account } = caller;
      if (account.requireExportAuth !== enabled) {
        await requireAuth(tx, account.id, enabled);
        const entry = { action: 'update_export_auth' as const, resource: account.username };
        await writeAudit(tx, { ...entry, ...editorOf(caller), details: { enabled } });
      }
      return { ...account, requireExportAuth: enabled };
    });
  });

  const send = exportSender(context, downloads);
  serveRaw(app, context, exportLeads, (caller, { query }) => {
    refuseSuppressed(caller, query);
    return send(caller, (tx) => planFiltered(tx, query));
  });

  serveRaw(app, context, exportSelection, (caller, { body }) => {
    refuseSuppressed(caller, body);
    return send(caller, (tx) => planSelected(tx, body));
  });

  deliveryRoutes(app, context, send);
  columnSetRoutes(app, context);
}

/** @throws HttpError forbidden for users who aren't administrators */
function refuseSuppressed({ account }: Caller, choice: { includeSuppressed: 'true' | 'false' }): void {
  if (choice.includeSuppressed === 'false' || account.isAdmin) return;
  throw new HttpError('forbidden', 'Only administrators can export people on a suppression list', {
    field: 'includeSuppressed',
  });
}

function deliveryRoutes(app: FastifyInstance, context: Context, send: ExportSender): void {
  serve(app, context, startDelivery, ({ body }, caller) => beginDelivery(caller, body));

  serveRaw(app, context, deliveryFile, (caller, { params: { id } }) =>
    send(caller, (tx) => planDelivery(tx, id)),
  );

  serve(app, context, listDeliveries, ({ query }, { scope }) =>
    scope.transaction(async (tx) =>
      findExportDeliveries(tx, { ...query, customer: await knownSpelling(tx, query.customer) }),
    ),
  );
}

/** Column sets of the organization, which everyone changes. */
function columnSetRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listColumnSets, (_input, { scope }) => scope.transaction(findColumnSets));

  serve(app, context, createColumnSet, ({ body }, { scope }) =>
    scope.transaction((tx) => insertColumnSet(tx, body)).catch((error) => refuseTaken(error, body.name)),
  );

  serve(app, context, updateColumnSet, async ({ params: { id }, body }, { scope }) => {
    const changed = await scope
      .transaction((tx) => changeColumnSet(tx, id, body))
      .catch((error) => refuseTaken(error, body.name ?? ''));
    if (changed === null) throw noSuchSet();
    return changed;
  });

  serve(app, context, deleteColumnSet, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      if (!(await removeColumnSet(tx, id))) throw noSuchSet();
      return { message: 'The column set was deleted' };
    }),
  );
}

function noSuchSet(): HttpError {
  return new HttpError('not_found', 'Column set not found');
}

function refuseTaken(error: unknown, name: string): never {
  if (!isUniqueViolation(error)) throw error;
  throw new HttpError('conflict', `There already is a column set named ${name}`, { field: 'name' });
}

const PATIENCE_MS = 10_000;
const TRY_AGAIN_SECONDS = 15;

type ExportSender = (caller: Caller, plan: (tx: TenantTransaction) => Promise<ExportPlan>) => Promise<void>;

/** Exports take turns, because slow clients hold connections that other calls need. */
function exportSender(context: Context, downloads: Downloads): ExportSender {
  const turns = new FairTurns(exportsAtOnce(context.db.shares));
  return async (caller, plan) => {
    const { organizationId } = caller.scope;
    const release = await downloads.begin(organizationId);
    try {
      await inTurn(turns, organizationId, () => sendExport(context, downloads, caller, plan));
    } finally {
      release();
    }
  };
}

/** @throws HttpError too_many_requests if no turn comes in time */
async function inTurn(turns: FairTurns, organizationId: string, work: () => Promise<void>): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  let begun = false;
  const begin = (): Promise<void> => {
    begun = true;
    return work();
  };
  await turns.run(organizationId, begin, patience).catch((error: unknown) => {
    if (begun) throw error;
    throw new HttpError('too_many_requests', 'Too many exports are running. Try again in a moment.', {
      retryAfter: TRY_AGAIN_SECONDS,
    });
  });
}

const WRONG = 'Invalid credentials';
/** App code or recovery code. */
const CODE = /^(?:\d{6}|(?:[0-9a-z]{6}-){3}[0-9a-z]{6})$/;

/**
 * Verifies credentials and grants one export. Returns the grant's expiry.
 * @throws HttpError wrong_credentials, invalid_input at `token`, too_many_requests
 */
async function verifyExporter(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  given: { password: string; token?: string | undefined },
): Promise<Date> {
  await confirmExporter(context, caller, given.password, given.token);
  return caller.scope.transaction((tx) => grantExport(tx, caller.account));
}

/**
 * Verifies credentials before disabling export protection.
 * @throws HttpError wrong_credentials, also if missing; invalid_input at `token`, too_many_requests
 */
async function verifyTurningOff(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  { password = '', token = '' }: { password?: string | undefined; token?: string | undefined },
): Promise<void> {
  if (password === '') throw new HttpError('wrong_credentials', 'Password required');
  if (caller.account.twoFactorEnabled && token.trim() === '') {
    throw new HttpError('wrong_credentials', 'Two-factor code required', { twoFactorRequired: true });
  }
  await confirmExporter(context, caller, password, token);
}

async function confirmExporter(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  password: string,
  token = '',
): Promise<void> {
  await confirmPassword(context, caller, password, WRONG, async () => {
    if (caller.account.twoFactorEnabled) await checkCode(context, caller, token);
  });
}

async function checkCode(
  context: Pick<Context, 'db' | 'secretKey'>,
  { account, scope }: Caller,
  token: string,
): Promise<void> {
  if (!CODE.test(readGroups(token))) {
    throw new HttpError('invalid_input', 'token: Enter the 6-digit code', { field: 'token' });
  }
  await countCodeGuess(context.db.app, account.id, account.sessionId);
  const spent = await scope.transaction((tx) => spendCode(tx, context.secretKey(), account.id, token));
  if (spent === null) throw new HttpError('wrong_credentials', WRONG);
  await forgetCodeGuesses(context.db.app, account.id, account.sessionId);
}
