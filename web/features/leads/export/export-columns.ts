import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';

export interface ColumnOption {
  field: string;
  label: string;
}

/** Returns every column in file order: lead fields, then custom fields. */
export function allExportColumns(customFields: readonly { name: string; label?: string }[]): ColumnOption[] {
  return [
    ...LEAD_FIELDS.map(({ key, label }) => ({ field: key, label })),
    ...customFields.map(({ name, label = name }) => ({ field: customTarget(name), label })),
  ];
}

/** Returns the existing chosen columns; all without a choice. */
export function includedColumns(
  all: readonly ColumnOption[],
  chosen: readonly string[] | null,
): readonly ColumnOption[] {
  if (chosen === null) return all;
  const known = chosen.flatMap((field) => all.find((column) => column.field === field) ?? []);
  return known.length === 0 ? all : known;
}

/** Returns the fields to send; null for all in standard order. */
export function chosenFields(
  all: readonly ColumnOption[],
  included: readonly ColumnOption[],
): readonly string[] | null {
  const isUsual =
    included.length === all.length && included.every(({ field }, at) => field === all[at]?.field);
  return isUsual ? null : included.map(({ field }) => field);
}

export function moved(columns: readonly ColumnOption[], at: number, by: -1 | 1): readonly ColumnOption[] {
  const column = columns[at];
  if (column === undefined) return columns;
  return columns.toSpliced(at, 1).toSpliced(at + by, 0, column);
}

const keyOf = (userId: string) => `export-columns:${userId}`;

/** Returns the columns of the user's last export in this browser; null for all. */
export function savedColumns(userId: string): readonly string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return Array.isArray(stored) && stored.every((field) => typeof field === 'string') ? stored : null;
  } catch {
    return null;
  }
}

/** Remembers columns for the next export. */
export function saveColumns(userId: string, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(columns));
  } catch {
    // Without storage, the next export starts with all columns.
  }
}
