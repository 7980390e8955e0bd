import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  biffString,
  biffWorkbook,
  formula,
  label,
  number,
  record,
  shared,
  sharedStrings,
  special,
} from '#tests/support/files/biff.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { type LibraryCell, xls } from '#tests/support/files/xls.ts';
import { FileProblem } from '../source/file-problem.ts';

/** Generates text that both formats can hold: no control characters except line feeds, no XLSX escapes. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ maxLength: 300 }),
    fc.constantFrom('a\nb', '漢字', 'Zoë', "'=1+1", ' padded '),
  )
  .map((value) => value.replace(/[^\P{C}\n]/gu, '').replaceAll('_x', 'x'));
const value = fc.oneof(
  text,
  fc.boolean(),
  fc.integer({ min: -999_999_999, max: 999_999_999 }),
  // The library writes numbers very close to zero wrongly.
  fc.double({ noNaN: true, min: -1e14, max: 1e14 }).map((number) => (Math.abs(number) < 1e-9 ? 0 : number)),
  fc.record({
    number: fc.double({ noNaN: true, min: 1, max: 2_958_465 }),
    format: fc.constantFrom('dd/mm/yyyy', 'yyyy-mm-dd hh:mm', 'h:mm', '[h]:mm', '0.00'),
  }),
  fc.record({ number: fc.nat(99_999), format: fc.constantFrom('00000', '0000000') }),
  fc.constantFrom({ error: 7 }, { error: 42 }),
);
const cells: fc.Arbitrary<LibraryCell[][]> = fc.array(
  fc.array(fc.option(value, { freq: 8 }), { maxLength: 6 }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

test('any table reads as the XLSX workbook of the same table does', async () => {
  const check = async (rows: LibraryCell[][], date1904: boolean, isShared: boolean) => {
    const sheets = [{ name: 'Leads', rows: [['head'], ...rows] }];
    const [old, modern] = await Promise.all([
      readTable(xls(sheets, { date1904, shared: isShared })),
      readTable(xls(sheets, { date1904, bookType: 'xlsx' })),
    ]);
    expect({ columns: old.columns, rows: old.rows }).toEqual({ columns: modern.columns, rows: modern.rows });
  };
  await fc.assert(fc.asyncProperty(cells, fc.boolean(), fc.boolean(), check), { numRuns: 150 });
});

/** Returns a workbook with a record of every kind that the reader supports. */
function workbook(): Buffer {
  const rows = Array.from({ length: 40 }, (_, row) => [
    label(row, 0, `name ${row}`),
    shared(row, 1, row % 2),
    number(row, 2, row / 3),
    formula(row, 3, special(0)),
    record(0x0207, biffString(`result ${row}`)),
  ]);
  const strings = sharedStrings(
    2,
    biffString('zero', { runs: 2 }),
    biffString('one', { isWide: true, phonetic: 9 }),
  );
  return biffWorkbook(rows.flat(), [record(0xe0, Buffer.alloc(20)), strings]);
}

const whole = workbook();
const damage = fc.record({
  changes: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(0, 255))), {
    minLength: 1,
    maxLength: 6,
  }),
  length: fc.oneof(
    { weight: 3, arbitrary: fc.constant(whole.length) },
    { weight: 1, arbitrary: fc.nat(whole.length) },
  ),
});

test('changed and cut bytes are read or named as a problem of the file', async () => {
  const check = async ({ changes, length }: { changes: [number, number][]; length: number }) => {
    const bytes = Buffer.from(whole);
    for (const [at, byte] of changes) bytes.writeUInt8(byte, at);
    try {
      const { cells: read } = await readTable(bytes.subarray(0, length));
      expect(read.length).toBeLessThan(65_536);
    } catch (problem) {
      expect(problem).toBeInstanceOf(FileProblem);
    }
  };
  await fc.assert(fc.asyncProperty(damage, check), { numRuns: 2_000 });
});
