import type { FastifyInstance } from 'fastify';
import {
  type AUDIT_FORMATS,
  type AuditFilter,
  type AuditLog,
  exportAuditLogs,
  listAuditLogs,
} from '#contract/audit-logs.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { spendGrant } from '../../platform/security/export-grants.ts';
import { auditPages, findAuditLogs } from './reads.ts';

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

type Format = (typeof AUDIT_FORMATS)[number];

/** CSV columns; JSON lines have the API's members. */
const COLUMNS = {
  Time: ({ createdAt }) => createdAt,
  Username: ({ username }) => username,
  Action: ({ action }) => action,
  Resource: ({ resource }) => resource ?? '',
  Details: ({ details }) => (details === null ? '' : JSON.stringify(details)),
  'IP Address': ({ ipAddress }) => ipAddress ?? '',
  'User Agent': ({ userAgent }) => userAgent ?? '',
  'Entry ID': ({ id }) => id,
} satisfies Record<string, (entry: AuditLog) => string>;

const LINE: Record<Format, (entry: AuditLog) => string> = {
  csv: (entry) => csvRecord(Object.values(COLUMNS).map((cell) => cell(entry))),
  jsonl: (entry) => `${JSON.stringify(entry)}\n`,
};

const AUDIT_FILE_TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Yields matching entries as a file, newest first, one page at a time. */
async function* auditFile(
  scope: OrganizationScope,
  filter: AuditFilter,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') yield `\uFEFF${csvRecord(Object.keys(COLUMNS))}`;
  for await (const entries of auditPages(scope, filter)) yield entries.map(LINE[format]).join('');
}
