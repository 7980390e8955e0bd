import { FOLDED_COLUMNS, type FoldedColumns } from './folded-texts.ts';
import type { StoreTransaction } from './transaction-id.ts';

// A change whose values only the statement knows, such as a sale or an undo, can't fold them. It puts the leads concerned into
// `leads_to_fold`, and the store folds them right behind it.

/** Returns the columns that assignments change without their folded texts. */
export function unfoldedColumns(set: readonly string[]): string[] {
  const assigned = set.join(', ');
  if (/\bfolded = /.test(assigned)) return [];
  return FOLDED_COLUMNS.filter((column) => new RegExp(`\\b${column} = `).test(assigned));
}

/** Column that the RETURNING of an UPDATE of leads `l` adds for `TO_FOLD`: any of the columns has, or had, a folded text. */
export function isUnfolded(columns: readonly string[]): string {
  const held = `(${columns.map((column) => `coalesce(l.${column}, '')`).join(' || ')}) ~ '[^ -~]'`;
  const had = `coalesce(l.folded -> 'fields' ?| ARRAY['${columns.join("', '")}'], false)`;
  return `(${held} OR ${had}) AS is_unfolded`;
}

/** CTE that records the leads of the CTE `changed` whose texts have to be folded. */
export const TO_FOLD = `
  to_fold AS (
    INSERT INTO leads_to_fold (organization_id, lead_id) SELECT $1, id FROM changed WHERE is_unfolded ON CONFLICT DO NOTHING
  )`;

/** Returns the leads that were recorded, and removes the record. */
export function takeUnfolded(tx: StoreTransaction): Promise<(FoldedColumns & { id: string })[]> {
  return tx.query<FoldedColumns & { id: string }>(
    `WITH taken AS (DELETE FROM leads_to_fold WHERE organization_id = $1 RETURNING lead_id)
     SELECT id, ${FOLDED_COLUMNS.join(', ')}, custom_data FROM leads
     WHERE organization_id = $1 AND id IN (SELECT lead_id FROM taken) ORDER BY id`,
    [tx.organizationId],
  );
}
