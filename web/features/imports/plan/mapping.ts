import { importField, NOTE_TARGET } from '#contract/lead-fields.ts';

/** Lead fields by column name. */
export type Mapping = Readonly<Record<string, string>>;

// `Object.hasOwn` handles columns named `constructor`.
export function mappedField(mapping: Mapping, column: string): string | null {
  return Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
}

export function mappedColumn(mapping: Mapping, field: string): string | null {
  return Object.entries(mapping).find(([, fed]) => fed === field)?.[0] ?? null;
}

/**
 * Maps a column to a field, null for none. Columns and fields pair one to one, so previous pairs
 * and fields stored in the same place are released; only notes take several columns.
 */
export function assignField(mapping: Mapping, column: string, field: string | null): Mapping {
  const taken = field === null || field === NOTE_TARGET ? null : storedField(field);
  const others = Object.entries(mapping).filter(
    ([name, fed]) => name !== column && storedField(fed) !== taken,
  );
  return Object.fromEntries(field === null ? others : [...others, [column, field]]);
}

/** Unmaps a field; returns the same object if unmapped. */
export function withoutField(mapping: Mapping, field: string): Mapping {
  const column = mappedColumn(mapping, field);
  return column === null ? mapping : assignField(mapping, column, null);
}

export function mappedCount(mapping: Mapping): number {
  return Object.keys(mapping).length;
}

/** Returns where a target is stored. */
export function storedField(target: string): string {
  return importField(target)?.storedIn ?? target;
}
