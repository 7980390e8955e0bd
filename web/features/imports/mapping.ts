import { importField } from '#contract/lead-fields.ts';

/** Lead field by column name, both as the contract calls them. */
export type Mapping = Readonly<Record<string, string>>;

// A file may have a column called `constructor`, which every object knows.
/** The field that a column feeds, or null. */
export function fieldOf(mapping: Mapping, column: string): string | null {
  return Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
}

/** The column that feeds a field, or null. */
export function columnOf(mapping: Mapping, field: string): string | null {
  return Object.entries(mapping).find(([, fed]) => fed === field)?.[0] ?? null;
}

/**
 * Lets a column feed a field, or none with null ('Don't import'). One column feeds one field and one field
 * has one column: whatever the column fed before, and whichever column fed the field (or the other of two
 * that are stored in one place), is let go.
 */
export function assignField(mapping: Mapping, column: string, field: string | null): Mapping {
  const taken = field === null ? null : placeOf(field);
  const others = Object.entries(mapping).filter(([name, fed]) => name !== column && placeOf(fed) !== taken);
  return Object.fromEntries(field === null ? others : [...others, [column, field]]);
}

/** The mapping without a field; the same one when no column feeds it. */
export function withoutField(mapping: Mapping, field: string): Mapping {
  const column = columnOf(mapping, field);
  return column === null ? mapping : assignField(mapping, column, null);
}

/** How many columns feed a field. */
export function mappedCount(mapping: Mapping): number {
  return Object.keys(mapping).length;
}

/** Where a target is stored; a custom field is its own place. */
export function placeOf(target: string): string {
  return importField(target)?.storedIn ?? target;
}
