import type { FastifyInstance } from 'fastify';
import { exportLeads, toggleExportAuth, verifyExport } from '#contract/exports.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { exportsAtOnce } from '../../platform/db/connection-shares.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { FairTurns } from '../../platform/jobs/fair-turns.ts';
import { requireAuth } from './auth-writes.ts';
import { sendExport } from './send-export.ts';
import { verifyExporter, verifyTurningOff } from './verify-export.ts';

/** Milliseconds that an export waits for its turn before its client is asked to come back. */
const PATIENCE_MS = 10_000;
const TRY_AGAIN_SECONDS = 15;

/** Registers the export routes. */
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

  // A slow client keeps a connection, which must not be the last one for other calls.
  const turns = new FairTurns(exportsAtOnce(context.db.shares));
  serveRaw(app, context, exportLeads, async (caller, { query }) => {
    const release = downloads.begin(caller.scope.organizationId);
    try {
      await inTurn(turns, caller.scope.organizationId, () => sendExport(context, downloads, caller, query));
    } finally {
      release();
    }
  });
}

/** @throws HttpError too_many_requests when no turn comes in time */
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
