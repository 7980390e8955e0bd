import type { TenantTransaction } from '../db/scope.ts';
import { type Redaction, redactedContent, redactionDigest } from './chain.ts';
import { lockedEntries } from './chain-reads.ts';
import { type AuditEntry, writeAudit } from './writes.ts';

/** New texts of an entry. */
export interface RedactedEntry {
  id: string;
  resource: string | null;
  /** JSON. */
  details: string | null;
}

/**
 * Rewrites entries in a transaction of the owner. Sealed ones keep their seals; their new content is recorded, and an audit entry
 * reports its digest, so that only reported redactions hold when the chain is verified.
 */
export async function redactEntries(
  tx: TenantTransaction,
  entries: readonly RedactedEntry[],
  report: Pick<AuditEntry, 'actor' | 'origin' | 'resource'>,
): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  const before = await lockedEntries(tx, tx.organizationId, ids);
  const isSealed = new Set(before.flatMap((entry) => (entry.isSealed ? [entry.id] : [])));
  for (const { id, resource, details } of entries) {
    await tx.query(
      'UPDATE audit_logs SET resource = $3, details = $4 WHERE organization_id = $1 AND id = $2',
      [tx.organizationId, id, resource, details],
    );
  }
  const redactions = (await lockedEntries(tx, tx.organizationId, ids))
    .filter(({ id }) => isSealed.has(id))
    .map((entry): Redaction => ({ entryId: entry.id, content: redactedContent(entry) }));
  if (redactions.length === 0) return;
  const digest = redactionDigest(redactions);
  for (const { entryId, content } of redactions) {
    await tx.query(
      'INSERT INTO audit_redactions (organization_id, entry_id, digest, content) VALUES ($1, $2, $3, $4)',
      [tx.organizationId, entryId, digest, content],
    );
  }
  await writeAudit(tx, {
    ...report,
    action: 'redact_audit_logs',
    details: { entries: redactions.length, digest: digest.toString('hex') },
  });
}
