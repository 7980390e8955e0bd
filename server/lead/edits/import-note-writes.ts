import type { Actor } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** A note that an import adds to a lead. */
export interface ImportNote {
  leadId: string;
  text: string;
}

/** Adds the notes of an import's batch in one statement. */
export async function insertImportNotes(
  tx: TenantTransaction,
  notes: readonly ImportNote[],
  { importId, actor }: { importId: string; actor: Actor },
): Promise<void> {
  if (notes.length === 0) return;
  await tx.query(
    `INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by, created_by_name, import_id)
     SELECT $1, n.lead_id, n.id, n.text, $5, $6, $7
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS n (lead_id, id, text)`,
    [
      tx.organizationId,
      notes.map(({ leadId }) => leadId),
      notes.map(() => newId()),
      notes.map(({ text }) => text),
      actor.id,
      actor.username,
      importId,
    ],
  );
}

/** Removes the notes that an import added, except those of leads that its undo kept. */
export async function deleteImportNotes(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query(
    `DELETE FROM lead_notes n WHERE n.organization_id = $1 AND n.import_id = $2
       AND NOT EXISTS (SELECT FROM import_kept_leads k
         WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id = n.lead_id)`,
    [tx.organizationId, importId],
  );
}
