import { openCsv } from './csv/decode-csv.ts';
import { FileProblem } from './source/file-problem.ts';
import type { OpenOptions, RecordSource } from './source/record-source.ts';
import { HEAD_BYTES, sniff } from './source/sniff.ts';
import type { ByteSource } from './source/types.ts';
import { oldWorkbook } from './xls/biff-globals.ts';
import { openCompound } from './xls/decode-xls.ts';
import { openZip } from './xlsx/decode-xlsx.ts';

/**
 * Detects the format by content.
 * @throws FileProblem for any defect of the file
 */
export async function openRecords(source: ByteSource, options: OpenOptions): Promise<RecordSource> {
  if (source.size === 0) throw new FileProblem('empty', 'The file is empty. Choose another file.');
  const head = await source.read(0, HEAD_BYTES);
  switch (sniff(head, options.filename)) {
    case 'zip':
      return openZip(source, options);
    case 'compound':
      return openCompound(source, options);
    case 'biff':
      throw oldWorkbook();
    case 'text':
      return openCsv(source, head, options);
  }
}
