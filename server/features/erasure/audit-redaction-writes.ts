import type { Matcher } from '../../lead/persons/matcher.ts';
import { ERASED } from '../../lead/persons/matcher.ts';
import { type RedactedEntry, redactEntries } from '../../platform/audit/redaction-writes.ts';
import type { AuditEntry } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { mayHold, needlesOf } from './held-row-reads.ts';

interface Entry {
  id: string;
  resource: string | null;
  details: string | null;
}

/** An entry with the person, as it is and without them. */
export interface HeldEntry {
  record: Record<string, unknown>;
  redacted: RedactedEntry;
}

/** Returns the audit entries that hold the person. */
export async function auditEntriesOf(tx: TenantTransaction, matcher: Matcher): Promise<HeldEntry[]> {
  const rows = await tx.query<Entry & Record<string, unknown>>(
    `SELECT id, username, action, resource, details::text AS details, created_at FROM audit_logs
     WHERE organization_id = $1 AND ${mayHold(['resource', 'details'], 2)} ORDER BY id`,
    [tx.organizationId, ...needlesOf(matcher, true)],
  );
  return rows.flatMap((record) => {
    const redacted = redactedEntry(record, matcher);
    return redacted.resource === record.resource && redacted.details === record.details
      ? []
      : [{ record, redacted }];
  });
}

/** An entry about one of their leads loses its name as a whole. */
function redactedEntry({ id, resource, details }: Entry, matcher: Matcher): RedactedEntry {
  const isTheirs = resource !== null && matcher.needles.ids.includes(resource);
  const value: unknown = details === null ? null : JSON.parse(details);
  const { resource: plain, details: after } = matcher.redactJson({ resource, details: value });
  const named = isTheirs && isRecord(after) && 'lead' in after ? { ...after, lead: ERASED } : after;
  const isSame = JSON.stringify(named) === JSON.stringify(value);
  return { id, resource: plain, details: isSame ? details : JSON.stringify(named) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the number of redacted entries. */
export async function redactAudit(
  tx: TenantTransaction,
  matcher: Matcher,
  report: Pick<AuditEntry, 'actor' | 'origin' | 'resource'>,
): Promise<number> {
  const held = await auditEntriesOf(tx, matcher);
  await redactEntries(
    tx,
    held.map(({ redacted }) => redacted),
    report,
  );
  return held.length;
}
