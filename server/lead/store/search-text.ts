import { INSERTED } from '../../platform/db/insert-selected.ts';

const SEARCHED = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'customer_number',
  'folded',
  'searched_notes',
] as const;

export function searchTextOf(alias: string): string {
  return `search_text_of(${searchedOf(alias)})`;
}

function searchedOf(alias: string): string {
  return SEARCHED.map((column) => `${alias}.${column}`).join(', ');
}

const DIFFERS = `(${searchedOf('b')}) IS DISTINCT FROM (${searchedOf('l')})`;

const MOVING = new RegExp(`\\b(?:${[...SEARCHED, 'deleted_at'].join('|')})\\b`);

/** Whether an UPDATE with these assignments may change searched texts, or move leads to or from the trash. */
export function changesSearched(set: readonly string[]): boolean {
  return set.some((assignment) => MOVING.test(assignment));
}

/** A text that nothing is compared with or written is null. */
export const SEARCHED_OF_CHANGED = `b.deleted_at IS NULL AS was_listed, l.deleted_at IS NULL AS is_listed,
  CASE WHEN b.deleted_at IS NULL AND l.deleted_at IS NULL AND ${DIFFERS} THEN ${searchTextOf('b')} END AS old_text,
  CASE WHEN l.deleted_at IS NULL AND (b.deleted_at IS NOT NULL OR ${DIFFERS}) THEN ${searchTextOf('l')} END AS new_text`;

export const SEARCH_CHANGED = `
  unlisted AS (
    DELETE FROM lead_search
    WHERE organization_id = $1 AND lead_id = ANY (ARRAY(SELECT id FROM changed WHERE was_listed AND NOT is_listed))
  ),
  listed AS (
    INSERT INTO lead_search (organization_id, lead_id, search_text)
    SELECT $1, id, new_text FROM changed WHERE is_listed AND NOT was_listed ${INSERTED}
  ),
  searched AS (
    UPDATE lead_search s SET search_text = c.new_text FROM changed c
    WHERE s.organization_id = $1 AND s.lead_id = c.id AND c.new_text <> c.old_text
      AND s.lead_id = ANY (ARRAY(SELECT id FROM changed WHERE new_text <> old_text))
  )`;
