import type { FastifyInstance } from 'fastify';
import { exportAuditLogs, listAuditLogs } from '#contract/audit-logs.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { spendGrant } from '../../platform/security/export-grants.ts';
import { AUDIT_FILE_TYPES, auditFile } from './export-trail.ts';
import { findAuditLogs } from './reads.ts';

export function auditRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  serve(app, context, listAuditLogs, ({ query: { limit, offset, ...filter } }, { scope }) =>
    scope.transaction((tx) => findAuditLogs(tx, filter, { limit, offset })),
  );

  serveRaw(app, context, exportAuditLogs, async (caller, { query: { format, ...filter } }) => {
    const { scope, account, reply } = caller;
    const filename = `audit-logs-${new Date().toISOString().slice(0, 10)}.${format}`;
    await downloads.sendFile(scope.organizationId, reply, {
      filename,
      chunks: auditFile(scope, filter, format),
      type: AUDIT_FILE_TYPES[format],
      permit: () =>
        scope.transaction(async (tx) => {
          await spendGrant(tx, account);
          await writeAudit(tx, {
            action: 'export_audit_logs',
            ...editorOf(caller),
            resource: filename,
            details: Object.fromEntries(Object.entries(filter).filter(isSet)),
          });
        }),
    });
  });
}

function isSet(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}
