import type { Write } from '#packages/tabular/tabular.ts';
import { CsvRecords, csvHeader, SHEET_ROWS, WorkbookStream } from '#packages/tabular/tabular.ts';
import type { ExportColumn } from './lead-rows-reads.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** A file being written from what COPY sends. */
export interface ExportFile {
  /** The format that COPY has to write. */
  copyFormat: 'csv' | 'text';
  begin(): Promise<void>;
  push(bytes: Buffer): Promise<void>;
  finish(): Promise<void>;
  /** Gives up a file that will not be finished. */
  destroy(): void;
}

/** The content types of exports. */
export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** More leads are for CSV: a workbook of more worksheets than this opens nowhere. */
export const XLSX_ROWS = 10 * SHEET_ROWS;

/** Begins a file of these columns; its bytes go to `write`. */
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

/** `leads-export-2026-01-31.csv`; `invalid-phones-…` for the export of invalid phones. The day is that of UTC. */
export function exportFilename(format: ExportFormat, invalidPhones: boolean, now = new Date()): string {
  const day = now.toISOString().slice(0, 10);
  return `${invalidPhones ? 'invalid-phones' : 'leads-export'}-${day}.${format}`;
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
