import { constants, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readTable } from '#tests/support/files/read-table.ts';
import { type SheetColumn, WorkbookStream } from './workbook-stream.ts';

const COLUMNS: SheetColumn[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Amount', kind: 'number' },
  { header: 'Day', kind: 'date' },
];

/** Returns a workbook of rows in COPY's text format, pushed in chunks of `size` bytes. */
async function workbook(rows: string, { size = 1_000, sheetRows = 1_000 } = {}): Promise<Buffer> {
  const out: Buffer[] = [];
  const stream = new WorkbookStream(
    COLUMNS,
    async (bytes) => {
      out.push(bytes);
    },
    sheetRows,
  );
  await stream.begin();
  const bytes = Buffer.from(rows);
  for (let at = 0; at < bytes.length; at += size) await stream.push(bytes.subarray(at, at + size));
  await stream.finish();
  return Buffer.concat(out);
}

const filename = 'leads.xlsx';

test.each([1, 7, 64, 100_000])('holds the cells, in chunks of %i bytes', async (size) => {
  const { columns, cells, format } = await readTable(
    await workbook('Zoë\t12.50\t2024-02-29\n\t\t\na\\tb\\nc\\\\d & <e>\t-7\t1900-02-28\n', { size }),
    { filename },
  );
  expect(format.sheets).toEqual(['Leads']);
  expect(columns).toEqual(['Name', 'Amount', 'Day']);
  expect(cells).toEqual([
    ['Zoë', '12.5', '2024-02-29'],
    ['a\tb\nc\\d & <e>', '-7', '1900-02-28'],
  ]);
});

test('numbers are numbers where nothing of them is lost, days are days, and the rest is text', async () => {
  const rows =
    '00420\t1.5\t2024-03-01\n+447911123456\t1.2340\t2024-03-01 x\n7\t1234567890123456\t0001-01-01\n';
  const bytes = await workbook(rows);
  const sheet = sheetXml(bytes);
  expect(sheet).toContain(
    '<c t="inlineStr"><is><t>00420</t></is></c><c><v>1.5</v></c><c s="1"><v>45352</v></c>',
  );
  expect(sheet).toContain('<is><t>+447911123456</t></is>');
  expect(sheet.match(/<v>/g)).toHaveLength(2);
  const { cells } = await readTable(bytes, { filename });
  expect(cells.map((row) => row[1])).toEqual(['1.5', '1.2340', '1234567890123456']);
});

test('what one worksheet cannot hold goes on in the next, under the same header', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => `lead ${n}\t${n}\t\n`).join('');
  for (const size of [5, 100, 10_000]) {
    const bytes = await workbook(rows, { size, sheetRows: 10 });
    const names = ['Leads', 'Leads (2)', 'Leads (3)'];
    const sheets = await Promise.all(names.map((sheet) => readTable(bytes, { filename, sheet })));
    expect(sheets[0]?.format.sheets).toEqual(names);
    expect(sheets.map(({ columns }) => columns.slice(0, 2))).toEqual(names.map(() => ['Name', 'Amount']));
    const all = sheets.flatMap(({ cells }) => cells.map((row) => row[0]));
    expect(sheets.map(({ rows: read }) => read.length)).toEqual([10, 10, 5]);
    expect(all).toEqual(Array.from({ length: 25 }, (_, n) => `lead ${n}`));
  }
});

test('a worksheet that is just full is not followed by an empty one', async () => {
  const { format } = await readTable(await workbook('a\t\t\nb\t\t\n', { sheetRows: 2 }), { filename });
  expect(format.sheets).toEqual(['Leads']);
});

test('no leads make a header alone', async () => {
  const { columns, rows } = await readTable(await workbook(''), { filename });
  expect([columns, rows]).toEqual([['Name', 'Amount', 'Day'], []]);
});

test('a client that is gone ends the writing', async () => {
  let taken = 0;
  const stream = new WorkbookStream(COLUMNS, async () => {
    taken++;
    if (taken > 2) throw new Error('gone');
  });
  const write = async (): Promise<void> => {
    await stream.begin();
    for (let n = 0; n < 2_000; n++) {
      await stream.push(Buffer.from(`${Math.random()}${'x'.repeat(500)}${Math.random()}\t\t\n`.repeat(100)));
    }
    await stream.finish();
  };
  await expect(write()).rejects.toThrow('gone');
  stream.destroy();
});

/** Returns the XML of the first entry, a worksheet. */
function sheetXml(bytes: Buffer): string {
  const name = bytes.readUInt16LE(26);
  return inflateRawSync(bytes.subarray(30 + name), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
}
