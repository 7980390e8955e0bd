import type { Actor } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** A note that an import adds to a lead. */
export interface ImportNote {
  leadId: string;
  /** UTF-8, which waits for its batch outside the heap of the thread. */
  text: Buffer;
}

/** Maximum bytes of the texts in one statement, unless a single note is longer. */
const STATEMENT_BYTES = 1024 * 1024;

/** Adds the notes of an import's batch. */
export async function insertImportNotes(
  tx: TenantTransaction,
  notes: readonly ImportNote[],
  { importId, actor }: { importId: string; actor: Actor },
): Promise<void> {
  for (const some of statementsOf(notes)) {
    await tx.query(
      insertSelected(`INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by, created_by_name, import_id)
       SELECT $1, n.lead_id, n.id, n.text, $5, $6, $7
       FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS n (lead_id, id, text)`),
      [
        tx.organizationId,
        some.map(({ leadId }) => leadId),
        some.map(() => newId()),
        some.map(({ text }) => text.toString()),
        actor.id,
        actor.username,
        importId,
      ],
    );
  }
}

function* statementsOf(notes: readonly ImportNote[]): Generator<ImportNote[]> {
  let some: ImportNote[] = [];
  let bytes = 0;
  for (const note of notes) {
    if (some.length > 0 && bytes + note.text.length > STATEMENT_BYTES) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(note);
    bytes += note.text.length;
  }
  if (some.length > 0) yield some;
}

/** Removes the notes that an import added, except those of leads that it created, which are in the trash, or that its undo kept. */
export async function deleteImportNotes(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query(
    `DELETE FROM lead_notes n WHERE n.organization_id = $1 AND n.import_id = $2
       AND NOT EXISTS (SELECT FROM import_kept_leads k
         WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id = n.lead_id)
       AND NOT EXISTS (SELECT FROM leads l WHERE l.organization_id = $1 AND l.import_id = $2 AND l.id = n.lead_id)`,
    [tx.organizationId, importId],
  );
}
