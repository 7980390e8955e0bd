import type { LeadNote } from '#contract/leads.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { changeLeads } from '../store/store.ts';
import { foldText } from '../values/fold-text.ts';
import { lockLeadRows } from './reads.ts';

/** A note that an import adds to a lead. */
export interface ImportNote {
  leadId: string;
  /** UTF-8, which waits for its batch outside the heap of the thread. */
  text: Buffer;
}

/** Maximum bytes of the texts in one statement, unless a single note is longer. */
const STATEMENT_BYTES = 1024 * 1024;
/** Notes that one statement removes. */
const REMOVED_NOTES = 5_000;

/** Adds a note to a lead that the transaction has locked. */
export async function insertNote(
  tx: TenantTransaction,
  leadId: string,
  text: string,
  actor: Actor,
): Promise<LeadNote> {
  const id = newId();
  const [row] = await tx.query<{ createdAt: Date }>(
    `INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by, created_by_name)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING created_at AS "createdAt"`,
    [tx.organizationId, leadId, id, text, actor.id, actor.username],
  );
  await searchNotesOf(tx, [leadId]);
  return { id, text, createdBy: actor.username, createdAt: (row?.createdAt ?? new Date()).toISOString() };
}

/** Brings the searched notes of leads up to date, which the transaction has locked. */
export async function searchNotesOf(tx: TenantTransaction, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const texts = new Map<string, string[]>(leadIds.map((id) => [id, []]));
  const notes = await tx.query<{ leadId: string; text: string }>(
    `SELECT lead_id AS "leadId", text FROM lead_notes
     WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) ORDER BY lead_id, id`,
    [tx.organizationId, leadIds],
  );
  for (const { leadId, text } of notes) texts.get(leadId)?.push(foldText(text));
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::text[]) AS p (id, searched_notes)',
      set: ["searched_notes = nullif(p.searched_notes, '')"],
      keepsVersion: true,
    },
    [tx.organizationId, [...texts.keys()], Array.from(texts.values(), (some) => some.join('\n'))],
  );
}

/** Adds the notes of an import's batch. The leads were inserted with their searched notes, or are brought up to date with `searchNotesOf`. */
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
  for (;;) {
    const removed = await tx.query<{ leadId: string }>(
      `DELETE FROM lead_notes WHERE organization_id = $1 AND import_id = $2 AND id IN (
         SELECT n.id FROM lead_notes n WHERE n.organization_id = $1 AND n.import_id = $2
           AND NOT EXISTS (SELECT FROM import_kept_leads k
             WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id = n.lead_id)
           AND NOT EXISTS (SELECT FROM leads l WHERE l.organization_id = $1 AND l.import_id = $2 AND l.id = n.lead_id)
         LIMIT $3)
       RETURNING lead_id AS "leadId"`,
      [tx.organizationId, importId, REMOVED_NOTES],
    );
    if (removed.length === 0) return;
    const leads = [...new Set(removed.map(({ leadId }) => leadId))];
    await lockLeadRows(tx, leads);
    await searchNotesOf(tx, leads);
  }
}
