import { lockLeadRows } from '../../lead/edits/reads.ts';
import type { Matcher } from '../../lead/persons/matcher.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { mayHold, needlesOf } from './held-row-reads.ts';

/** Columns of leads that may hold a text about somebody else. */
const TEXTS = [
  ...['first_name', 'last_name', 'email', 'phone', 'carrier', 'country', 'city', 'address', 'postcode', 'ip'],
  ...[
    'brand',
    'currency',
    'source',
    'card',
    'affiliate',
    'landing_page',
    'agent',
    'depositer',
    'brand_agent',
  ],
  ...['hlr', 'whatsapp', 'customer_number', 'tags', 'custom_data', 'due_note'],
];

/** Returns leads of others whose texts may hold the person. */
export async function leadsWithTexts(tx: TenantTransaction, matcher: Matcher): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM leads WHERE organization_id = $1 AND NOT id = ANY ($2::uuid[]) AND ${mayHold(TEXTS, 3)} ORDER BY id`,
    [tx.organizationId, matcher.needles.ids, ...needlesOf(matcher, false)],
  );
  return rows.map(({ id }) => id);
}

/** Returns leads that held the person before a change since their segment of the index was made. */
export async function loggedWithPerson(tx: TenantTransaction, matcher: Matcher): Promise<string[]> {
  const was = ['search_text', 'country', 'brand', 'source', 'tags'].map((column) => `(c.was).${column}`);
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT c.lead_id AS id FROM lead_change_log c WHERE c.organization_id = $1 AND ${mayHold(was, 2)}`,
    [tx.organizationId, ...needlesOf(matcher, false)],
  );
  return rows.map(({ id }) => id);
}

interface Note {
  leadId: string;
  id: string;
  text: string;
}

/** Returns notes of others' leads that hold the person. */
export async function notesWithPerson(tx: TenantTransaction, matcher: Matcher): Promise<Note[]> {
  const rows = await tx.query<Note>(
    `SELECT lead_id AS "leadId", id, text FROM lead_notes
     WHERE organization_id = $1 AND NOT lead_id = ANY ($2::uuid[]) AND ${mayHold(['text'], 3)} ORDER BY id`,
    [tx.organizationId, matcher.needles.ids, ...needlesOf(matcher, false)],
  );
  return rows.filter(({ text }) => matcher.holds(text));
}

/** Removes the person from notes of others' leads; returns these leads. */
export async function redactNotes(
  tx: TenantTransaction,
  matcher: Matcher,
): Promise<{ count: number; leadIds: string[] }> {
  const notes = await notesWithPerson(tx, matcher);
  const leadIds = [...new Set(notes.map(({ leadId }) => leadId))].sort();
  await lockLeadRows(tx, leadIds);
  for (const { leadId, id, text } of notes) {
    await tx.query(
      'UPDATE lead_notes SET text = $4 WHERE organization_id = $1 AND lead_id = $2 AND id = $3',
      [...[tx.organizationId, leadId, id], matcher.redact(text)],
    );
  }
  return { count: notes.length, leadIds };
}
