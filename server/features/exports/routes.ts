import type { FastifyInstance } from 'fastify';
import { deliveryFile, listDeliveries, startDelivery } from '#contract/deliveries.ts';
import { exportLeads, exportSelection, toggleExportAuth, verifyExport } from '#contract/exports.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { requireAuth } from './auth-writes.ts';
import { columnSetRoutes } from './column-sets.ts';
import { beginDelivery, planDelivery } from './deliveries.ts';
import { findExportDeliveries } from './delivery-reads.ts';
import { type ExportSender, exportSender } from './export-sender.ts';
import { planFiltered, planSelected } from './plan-export.ts';
import { verifyExporter, verifyTurningOff } from './verify-export.ts';

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
