// JSON of events is built from what the UPDATE returns, not within it: Citus takes only immutable functions there.

/** For `eventChanges`: `b` before, `l` after. */
export function eventColumns(columns: readonly string[]): string[] {
  return columns.flatMap((column) => [
    `b.${column} AS was_${column}_recorded`,
    `l.${column} AS ${column}_recorded`,
  ]);
}

/** `{"<column>": [before, after]}` over the columns of `eventColumns`. */
export function eventChanges(columns: readonly string[]): string {
  const pairs = columns.map(
    (column) => `'${column}', jsonb_build_array(was_${column}_recorded, ${column}_recorded)`,
  );
  return `jsonb_build_object(${pairs.join(', ')})`;
}
