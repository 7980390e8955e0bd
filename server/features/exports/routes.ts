import type { FastifyInstance } from 'fastify';
import { exportLeads, toggleExportAuth, verifyExport } from '#contract/exports.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { requireAuth } from './auth-writes.ts';
import { sendExport } from './send-export.ts';
import { verifyExporter, verifyTurningOff } from './verify-export.ts';

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

  serveRaw(app, context, exportLeads, async (caller, { query }) => {
    const release = downloads.begin(caller.scope.organizationId);
    try {
      await sendExport(context, downloads, caller, query);
    } finally {
      release();
    }
  });
}
