import type { RecordSource } from '../source/record-source.ts';
import {
  decodeText,
  detectEncoding,
  type EncodingHints,
  type TextEncoding,
} from '../source/text-encoding.ts';
import type { ByteStream, Delimiter, Row } from '../source/types.ts';
import { detectDialect } from './csv-dialect.ts';
import { CsvParser } from './csv-parser.ts';

const SAMPLE_CHARACTERS = 128 * 1024;

/** Known properties of an unread CSV file. */
export interface CsvHints extends EncodingHints {
  delimiter?: Delimiter | undefined;
}

/**
 * Detects encoding and delimiter unless hinted, and the quotes; reads with constant memory. `head`: the first bytes. `records`
 * throws like CsvParser.
 */
export async function openCsv(
  source: ByteStream,
  head: Uint8Array,
  hints: CsvHints = {},
): Promise<RecordSource> {
  const encoding = await detectEncoding(source, head, hints);
  const sample = await readSample(source, encoding);
  const dialect = detectDialect(sample.text, sample.complete, hints.delimiter);
  const isData = (row: Row) => row.number > 1 || !dialect.namesDelimiter;
  return {
    format: {
      kind: 'csv',
      delimiter: dialect.delimiter,
      encoding: encoding.encoding,
      sheets: [],
      sheet: null,
    },
    async *records() {
      const parser = new CsvParser(dialect.delimiter, dialect.quote);
      for await (const text of decodeText(source, encoding)) {
        yield parser.push(text, false).filter(isData);
      }
      yield parser.push('', true).filter(isData);
    },
  };
}

async function readSample(
  source: ByteStream,
  encoding: TextEncoding,
): Promise<{ text: string; complete: boolean }> {
  let text = '';
  for await (const chunk of decodeText(source, encoding)) {
    text += chunk;
    if (text.length >= SAMPLE_CHARACTERS) return { text, complete: false };
  }
  return { text, complete: true };
}
