import { expect, test } from 'vitest';
import { csv, encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { inspect } from './inspect.ts';
import { openTable } from './open-table.ts';
import { bytesSource } from './source/byte-source.ts';

const filename = 'leads.csv';

test('columns, the first 100 rows and the number of rows', async () => {
  const rows = Array.from({ length: 2_345 }, (_, index) => [`n${index}`, `${index}@example.com`]);
  const found = await inspect(bytesSource(csv([['name', 'email'], ...rows, ['', ''], ['x', 'y', 'z']])), {
    filename,
  });
  expect(found.columns).toEqual(['name', 'email', 'Column 3']);
  expect(found.totalRows).toBe(2_346);
  expect(found.preview).toHaveLength(100);
  expect(found.preview[99]).toEqual({ name: 'n99', email: '99@example.com', 'Column 3': '' });
});

test('the columns found by inspect open the table without another pass', async () => {
  const bytes = csv([['name'], ['x', 'extra'], ['y']]);
  const source = bytesSource(bytes);
  const { columns } = await inspect(source, { filename });
  const table = await readTable(source, { columns });
  expect(table.columns).toEqual(['name', 'Column 2']);
  expect(table.cells).toEqual([
    ['x', 'extra'],
    ['y', ''],
  ]);
  await expect(readTable(source, { columns: ['name'] })).rejects.toMatchObject({ code: 'broken' });
});

test('batches hold at most 250 rows and can be read again', async () => {
  const rows = Array.from({ length: 650 }, (_, index) => [`n${index}`]);
  const table = await openTable(chunkedSource(csv([['name'], ...rows]), [777]), { filename });
  for (let pass = 0; pass < 2; pass += 1) {
    const sizes: number[] = [];
    for await (const batch of table.batches()) sizes.push(batch.length);
    expect(sizes).toEqual([250, 250, 150]);
  }
});

test('long cells are cut in the preview and whole in the table', async () => {
  const cell = 'x'.repeat(5_000);
  const bytes = csv([
    ['a', 'b'],
    ['1', cell],
  ]);
  const { preview } = await inspect(bytesSource(bytes), { filename });
  expect(preview[0]?.['b']).toBe(`${'x'.repeat(1_000)}…`);
  expect((await readTable(bytes)).cells).toEqual([['1', cell]]);
});

test.each([
  ['CSV', csv([['name', 'email']])],
  ['XLSX', xlsx({ sheets: [{ name: 'Leads', rows: [[null], ['name', 'email']] }] })],
  ['XLS', xls([{ name: 'Leads', rows: [[null], ['name', 'email']] }])],
])('a header alone in %s is a table without rows', async (_, bytes) => {
  const found = await inspect(bytesSource(bytes), { filename });
  expect(found).toMatchObject({ columns: ['name', 'email'], totalRows: 0, preview: [] });
});

test.each([
  ['no bytes', new Uint8Array(0)],
  ['a byte order mark', encode('', 'utf-8', true)],
  ['blank lines', encode(' \r\n\t\r\n,,\r\n')],
  ['a blank sheet', xlsx({ sheets: [{ name: 'Leads', rows: [['', ' ']] }] })],
  ['a blank XLS sheet', xls([{ name: 'Leads', rows: [[' ']] }])],
])('%s is an empty file', async (_, bytes) => {
  await expect(inspect(bytesSource(bytes), { filename })).rejects.toMatchObject({ code: 'empty' });
});

test('trouble with the bytes themselves is no problem of the file', async () => {
  const bytes = xlsx({ sheets: [{ name: 'Leads', rows: [['name']] }] });
  const head = bytes.slice(0, 64);
  const failing = {
    size: bytes.length,
    read: async (position: number) => {
      if (position > 0) throw new RangeError('connection lost');
      return head;
    },
    stream: () => bytesSource(bytes).stream(),
  };
  await expect(inspect(failing, { filename })).rejects.toThrow(new RangeError('connection lost'));
});
