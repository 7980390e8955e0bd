import type { Write } from '#packages/tabular/tabular.ts';
import { CsvRecords, csvHeader, SHEET_ROWS, WorkbookStream } from '#packages/tabular/tabular.ts';
import type { ExportColumn } from './lead-rows-reads.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** Built from COPY's output. */
export interface ExportFile {
  copyFormat: 'csv' | 'text';
  begin(): Promise<void>;
  push(bytes: Buffer): Promise<void>;
  finish(): Promise<void>;
  destroy(): void;
}

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** No spreadsheet program opens more worksheets. */
export const MAX_XLSX_ROWS = 10 * SHEET_ROWS;

export function exportFile(format: ExportFormat, columns: readonly ExportColumn[], write: Write): ExportFile {
  if (format === 'csv') return csvFile(columns, write);
  const workbook = new WorkbookStream(columns, write);
  return {
    copyFormat: 'text',
    begin: () => workbook.begin(),
    push: (bytes) => workbook.push(bytes),
    finish: () => workbook.finish(),
    destroy: () => workbook.destroy(),
  };
}

/** Such as `leads-export-2026-01-31.csv`, in UTC. */
export function exportFilename(format: ExportFormat, name: string, now = new Date()): string {
  return `${name}-${now.toISOString().slice(0, 10)}.${format}`;
}

function csvFile(columns: readonly ExportColumn[], write: Write): ExportFile {
  const records = new CsvRecords();
  return {
    copyFormat: 'csv',
    begin: () => write(csvHeader(columns.map(({ header }) => header))),
    push: (bytes) => write(records.push(bytes)),
    finish: async () => undefined,
    destroy: () => undefined,
  };
}
