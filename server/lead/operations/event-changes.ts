// Events tell what a statement changed. Their JSON is built from the columns that the RETURNING of its UPDATE hands over, and not
// within it: Citus takes only immutable functions there, and the ones that make JSON are stable.

/** Returns the columns that a RETURNING adds for `eventChanges`: `b` is the lead before, `l` after the change. */
export function eventColumns(columns: readonly string[]): string[] {
  return columns.flatMap((column) => [
    `b.${column} AS was_${column}_recorded`,
    `l.${column} AS ${column}_recorded`,
  ]);
}

/** Returns the SQL of an event's changes, `{"<column>": [before, after]}`, over the columns of `eventColumns`. */
export function eventChanges(columns: readonly string[]): string {
  const pairs = columns.map(
    (column) => `'${column}', jsonb_build_array(was_${column}_recorded, ${column}_recorded)`,
  );
  return `jsonb_build_object(${pairs.join(', ')})`;
}
