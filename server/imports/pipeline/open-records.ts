import { oldWorkbook } from './biff-globals.ts';
import { openCsv } from './decode-csv.ts';
import { openCompound } from './decode-xls.ts';
import { openZip } from './decode-xlsx.ts';
import { FileProblem } from './file-problem.ts';
import type { OpenOptions, RecordSource } from './record-source.ts';
import { HEAD_BYTES, sniff } from './sniff.ts';
import type { ByteSource } from './types.ts';

/** Opens a file by its content. Throws FileProblem for everything that is wrong with it. */
export async function openRecords(source: ByteSource, options: OpenOptions): Promise<RecordSource> {
  if (source.size === 0) throw new FileProblem('empty', 'The file is empty.');
  const head = await source.read(0, HEAD_BYTES);
  switch (sniff(head, options.filename)) {
    case 'zip':
      return openZip(source, options);
    case 'compound':
      return openCompound(source, options);
    case 'biff':
      throw oldWorkbook();
    case 'text':
      return openCsv(source, head, options.encoding ?? null);
  }
}
