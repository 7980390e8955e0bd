import type { FastifyInstance } from 'fastify';
import { exportLeads, toggleExportAuth, verifyExport } from '#contract/exports.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import { requireAuth } from './auth-writes.ts';
import { sendExport } from './send-export.ts';
import { verifyExporter, verifyTurningOff } from './verify-export.ts';

/** Maximum concurrent exports per server. Each holds a database connection for as long as its client reads. */
const MAX_CONCURRENT_EXPORTS = 8;
const TRY_AGAIN_SECONDS = 30;

/** Registers the export routes. */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  let running = 0;

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

  serveRaw(app, context, exportLeads, async (caller, { query }) => {
    if (running >= MAX_CONCURRENT_EXPORTS) {
      throw new HttpError('too_many_requests', 'Too many exports are running. Try again in a moment.', {
        retryAfter: TRY_AGAIN_SECONDS,
      });
    }
    running++;
    try {
      await sendExport(context, caller, query);
    } finally {
      running--;
    }
  });
}
