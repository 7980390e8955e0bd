import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';

/** A column that an export can have. */
export interface ColumnOption {
  field: string;
  label: string;
}

/** Returns every column of an export in the order of the file: the fields of a lead, then the custom fields. */
export function allExportColumns(customFields: readonly { name: string }[]): ColumnOption[] {
  return [
    ...LEAD_FIELDS.map(({ key, label }) => ({ field: key, label })),
    ...customFields.map(({ name }) => ({ field: customTarget(name), label: name })),
  ];
}

/** Returns the chosen columns that exist, in their order; all when none are chosen. */
export function includedColumns(
  all: readonly ColumnOption[],
  chosen: readonly string[] | null,
): readonly ColumnOption[] {
  if (chosen === null) return all;
  const known = chosen.flatMap((field) => all.find((column) => column.field === field) ?? []);
  return known.length === 0 ? all : known;
}

/** Returns the fields to send for chosen columns; null for all of them in their usual order. */
export function chosenFields(
  all: readonly ColumnOption[],
  included: readonly ColumnOption[],
): readonly string[] | null {
  const isUsual =
    included.length === all.length && included.every(({ field }, at) => field === all[at]?.field);
  return isUsual ? null : included.map(({ field }) => field);
}

/** Moves a column one place up or down. */
export function moved(columns: readonly ColumnOption[], at: number, by: -1 | 1): readonly ColumnOption[] {
  const column = columns[at];
  if (column === undefined) return columns;
  return columns.toSpliced(at, 1).toSpliced(at + by, 0, column);
}

const keyOf = (userId: string) => `export-columns:${userId}`;

/** Returns the columns of the user's last export on this computer; null for all. */
export function savedColumns(userId: string): readonly string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return Array.isArray(stored) && stored.every((field) => typeof field === 'string') ? stored : null;
  } catch {
    return null;
  }
}

/** Remembers the columns of an export for the user's next one. */
export function saveColumns(userId: string, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(columns));
  } catch {
    // Without storage, the next export starts with all columns.
  }
}
