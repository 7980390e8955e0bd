import type { Inspection } from '#packages/tabular/tabular.ts';

/** Columns of `uploads` and `upload_readings` that describe a file. */
export const DESCRIPTION = 'format, columns, preview, preview_numbers, total_rows, first_rows, rest_width';

/** The columns of DESCRIPTION. Those of `firstRows` are null for an upload older than they are. */
export interface DescriptionRow {
  format: Inspection['format'];
  columns: string[];
  preview: Record<string, string>[];
  preview_numbers: number[];
  total_rows: number;
  first_rows: Inspection['firstRows'] | null;
  rest_width: number | null;
}

/** Converts a row to the description that it holds. */
export function toInspection(row: DescriptionRow): Inspection {
  return {
    format: row.format,
    columns: row.columns,
    preview: row.preview,
    previewNumbers: row.preview_numbers,
    totalRows: row.total_rows,
    firstRows: row.first_rows ?? [],
    restWidth: row.rest_width ?? 0,
  };
}

/** Returns the values of DESCRIPTION, in its order. */
export function descriptionValues(found: Inspection): unknown[] {
  return [
    JSON.stringify(found.format),
    JSON.stringify(found.columns),
    JSON.stringify(found.preview),
    JSON.stringify(found.previewNumbers),
    found.totalRows,
    JSON.stringify(found.firstRows),
    found.restWidth,
  ];
}
