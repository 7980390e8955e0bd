import { selectSheetIndex } from '../source/choose-sheet.ts';
import { COMPOUND_FORMATS, encrypted, notSupported, OTHER_COMPOUND } from '../source/other-formats.ts';
import type { OpenOptions, RecordSource } from '../source/record-source.ts';
import type { ByteSource, Row } from '../source/types.ts';
import { readGlobals } from './biff-globals.ts';
import { biffRows, type SheetOrder, scanOrder } from './biff-rows.ts';
import { CompoundFile } from './compound-file.ts';
import type { CompoundStream } from './compound-stream.ts';

/**
 * Excel 5 to 2003; only shared strings stay in memory.
 * @throws FileProblem `encrypted` for any password, `not_supported` for other documents
 */
export async function openCompound(source: ByteSource, options: OpenOptions): Promise<RecordSource> {
  const file = await CompoundFile.open(source);
  if (file.has('EncryptedPackage') || file.has('EncryptionInfo')) throw encrypted();
  // Dual-format files have their newer version in `Workbook`.
  const stream = (await file.stream('Workbook')) ?? (await file.stream('Book'));
  if (stream === null) {
    throw notSupported(COMPOUND_FORMATS.find(([name]) => file.has(name))?.[1] ?? OTHER_COMPOUND);
  }
  return openWorkbook(stream, options);
}

async function openWorkbook(stream: CompoundStream, options: OpenOptions): Promise<RecordSource> {
  const globals = await readGlobals(stream);
  const orders = new Map<number, SheetOrder>();
  async function* rowsOf(index: number): AsyncGenerator<Row[]> {
    const position = globals.sheets[index]?.position;
    if (position === undefined) return;
    const order = orders.get(index) ?? (await scanOrder(stream, position));
    orders.set(index, order);
    yield* biffRows(stream, globals, position, order);
  }
  const sheet = await selectSheetIndex(globals.sheets, options.sheet, rowsOf);
  return {
    format: {
      kind: 'xls',
      delimiter: null,
      encoding: null,
      sheets: globals.sheets.map(({ name }) => name),
      sheet: globals.sheets[sheet]?.name ?? null,
      ...(globals.date1904 && { date1904: true }),
    },
    records: () => rowsOf(sheet),
  };
}
