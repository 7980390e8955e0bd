/**
 * Whether a lead `b` is as the event `e` of an operation left it: each version since is of an operation undone since, or of such an undo.
 * Undos work only on leads as their operation left them, so these pairs are nested. OFFSET 0: reads an operation for each event.
 */
export const IS_AS_LEFT = `(b.version = e.version OR b.version > e.version AND b.version - e.version = (
    SELECT count(*) FROM lead_events x
    CROSS JOIN LATERAL (
      SELECT undoes, undone_by FROM bulk_operations WHERE organization_id = $1 AND id = x.operation_id OFFSET 0
    ) o
    WHERE x.organization_id = $1 AND x.lead_id = b.id AND x.version > e.version AND EXISTS (
      SELECT FROM lead_events y
      WHERE y.organization_id = $1 AND y.lead_id = b.id AND y.version > e.version
        AND y.operation_id IN (o.undoes, o.undone_by)
    )
  ))`;

/** Types of the columns that operations change, other than text. */
const TYPES: Readonly<Record<string, string>> = {
  is_sold: 'boolean',
  number_valid: 'boolean',
  hlr_checked_at: 'timestamptz',
  whatsapp_checked_at: 'timestamptz',
};

/** The assignment that gives a column of a lead `b` its value before the event `e`. The SELECT: Citus takes only immutable casts. */
export function putBack(column: string): string {
  const was = `e.changes -> '${column}'`;
  const type = TYPES[column];
  const text = type === undefined ? `${was} ->> 0` : `(SELECT (${was} ->> 0)::${type})`;
  const value = column === 'tags' ? `ARRAY(SELECT jsonb_array_elements_text(${was} -> 0))` : text;
  return `${column} = CASE WHEN e.changes ? '${column}' THEN ${value} ELSE b.${column} END`;
}
