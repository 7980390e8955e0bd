import type { Inspection } from '#packages/tabular/tabular.ts';

/** Columns of `uploads` and `upload_readings`. */
export const DESCRIPTION = 'format, columns, preview, preview_numbers, total_rows, first_rows, rest_width';

/** Older uploads lack `firstRows`. */
export interface DescriptionRow {
  format: Inspection['format'];
  columns: string[];
  preview: Record<string, string>[];
  preview_numbers: number[];
  total_rows: number;
  first_rows: Inspection['firstRows'] | null;
  rest_width: number | null;
}

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

/** Values in DESCRIPTION's order. */
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
