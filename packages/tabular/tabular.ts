// Public interface of the package.
export { DELIMITERS } from './csv/csv-dialect.ts';
export { bytesDecoder } from './encoding/code-pages.ts';
export { EncodingCheck, type EncodingEvidence, isSameEvidence } from './encoding/encoding-check.ts';
export { ENCODINGS, type Encoding, encodingOf } from './encoding/encodings.ts';
export { detectHeaderRow, type KnowsColumnName } from './header/header-row.ts';
export { changeHeader, type Inspection, inspect, inspectScan, scanFile, scanText } from './inspect.ts';
export { openRecords } from './open-records.ts';
export { openTable, type TableOptions } from './open-table.ts';
export type { TableScan } from './scan-table.ts';
export { bytesSource } from './source/byte-source.ts';
export { isCutCell, storable } from './source/cell-text.ts';
export { nameColumns } from './source/columns.ts';
export { FileProblem, type FileProblemCode } from './source/file-problem.ts';
export { HEAD_BYTES, sniff } from './source/sniff.ts';
export { filledRows, TABLE_BATCH_ROWS } from './source/table-rows.ts';
export { revealsEncoding } from './source/text-encoding.ts';
export type {
  ByteSource,
  ByteStream,
  Delimiter,
  FileFormat,
  ReadFormat,
  Row,
  Table,
} from './source/types.ts';
export { CsvRecords, csvHeader, csvRecord } from './write/csv-records.ts';
export { stripGuard } from './write/guarded-text.ts';
export type { ColumnKind } from './write/sheet-cells.ts';
export { SHEET_ROWS, WorkbookStream } from './write/workbook-stream.ts';
export type { Write } from './write/zip-stream.ts';
