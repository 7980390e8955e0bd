import type { AUDIT_FORMATS, AuditFilter, AuditLog } from '#contract/audit-logs.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { auditPages } from './reads.ts';

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

export const AUDIT_FILE_TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Yields matching entries as a file, newest first, one page at a time. */
export async function* auditFile(
  scope: OrganizationScope,
  filter: AuditFilter,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') yield `\uFEFF${csvRecord(Object.keys(COLUMNS))}`;
  for await (const entries of auditPages(scope, filter)) yield entries.map(LINE[format]).join('');
}
