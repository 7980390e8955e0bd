import type { Upload } from '#contract/uploads.ts';
import { encodingName } from './reading/encoding-options.ts';

const DELIMITERS: Record<string, string> = {
  ',': 'Comma-separated',
  ';': 'Semicolon-separated',
  '\t': 'Tab-separated',
  '|': 'Pipe-separated',
};

/** Describes how a file was read, such as `Comma-separated` and `UTF-8`. */
export function fileFacts(
  upload: Pick<Upload, 'kind' | 'delimiter' | 'encoding' | 'sheet' | 'sheets'>,
): string[] {
  const { kind, delimiter, encoding, sheet, sheets } = upload;
  if (kind === 'csv') {
    const facts = [delimiter && DELIMITERS[delimiter], encoding && encodingName(encoding)];
    return facts.filter((fact) => typeof fact === 'string');
  }
  const workbook = kind === 'xlsx' ? 'Excel workbook' : 'Excel 97–2003 workbook';
  if (sheet === null) return [workbook];
  const read =
    sheets.length > 1
      ? `Sheet "${sheet}", ${sheets.indexOf(sheet) + 1} of ${sheets.length}`
      : `Sheet "${sheet}"`;
  return [workbook, read];
}
