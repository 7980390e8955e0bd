import { importField, NOTE_TARGET } from '#contract/lead-fields.ts';

/** Lead fields by column name, both as in the contract. */
export type Mapping = Readonly<Record<string, string>>;

// Uses `Object.hasOwn`, because a file may have a column called `constructor`.
/** Returns the field that a column feeds, or null. */
export function mappedField(mapping: Mapping, column: string): string | null {
  return Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
}

/** Returns the column that feeds a field, or null. */
export function mappedColumn(mapping: Mapping, field: string): string | null {
  return Object.entries(mapping).find(([, fed]) => fed === field)?.[0] ?? null;
}

/**
 * Maps a column to a field, or to none with null ('Don't import'). A column feeds one field and a field has
 * one column: releases the column's previous field, and any other column that feeds this field or the field
 * stored in the same place. Several columns may feed the note.
 */
export function assignField(mapping: Mapping, column: string, field: string | null): Mapping {
  const taken = field === null || field === NOTE_TARGET ? null : storedField(field);
  const others = Object.entries(mapping).filter(
    ([name, fed]) => name !== column && storedField(fed) !== taken,
  );
  return Object.fromEntries(field === null ? others : [...others, [column, field]]);
}

/** Returns the mapping without a field; the same object if no column feeds it. */
export function withoutField(mapping: Mapping, field: string): Mapping {
  const column = mappedColumn(mapping, field);
  return column === null ? mapping : assignField(mapping, column, null);
}

/** Returns the number of mapped columns. */
export function mappedCount(mapping: Mapping): number {
  return Object.keys(mapping).length;
}

/** Returns the place where a target is stored; a custom field is its own place. */
export function storedField(target: string): string {
  return importField(target)?.storedIn ?? target;
}
