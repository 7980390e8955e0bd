import { expect, test } from 'vitest';
import { biffWorkbook, label, record, u8, u16, u32 } from '#tests/support/files/biff.ts';
import { readTable } from '#tests/support/files/read-table.ts';

const CLASS = Buffer.from('d0c9ea79f9bace118c8200aa004ba90b', 'hex');
const URL_CLASS = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');

const wide = (text: string) => Buffer.from(`${text}\0`, 'utf16le');

/** Makes the record of a link with the displayed text, as Excel writes it. */
function link(range: readonly [number, number, number, number], target: string, shown = ''): Buffer {
  const display = shown === '' ? Buffer.alloc(0) : Buffer.concat([u32(shown.length + 1), wide(shown)]);
  const url = wide(target);
  const flags = shown === '' ? 3 : 0x17;
  return record(0x01b8, u16(...range), CLASS, u32(2, flags), display, URL_CLASS, u32(url.length), url);
}

test.each([
  ['Send mail', 'mailto:disp@example.com', 'disp@example.com'],
  ['Napisz', 'mailto:łucja@example.com', 'łucja@example.com'],
  ['Écrire', 'mailto:zoe@example.com?subject=Allô', 'zoe@example.com'],
  ['Ligar', 'tel:+351912345678', '+351912345678'],
  ['shown@example.com', 'mailto:other@example.com', 'shown@example.com'],
  ['Site', 'https://example.com', 'Site'],
])('the cell %s of an XLS workbook with a link to %s reads as %s', async (text, target, expected) => {
  for (const shown of ['', text]) {
    const bytes = biffWorkbook([label(0, 0, 'Email'), label(1, 0, text), link([1, 1, 0, 0], target, shown)]);
    const table = await readTable(bytes, { headerRow: 1 });
    expect([table.columns, ...table.cells]).toEqual([['Email'], [expected]]);
  }
});

test('links over a range of an unsorted sheet, the header excepted', async () => {
  const bytes = biffWorkbook([
    label(2, 0, 'Write'),
    label(1, 0, 'Write'),
    label(0, 0, 'Email'),
    link([0, 2, 0, 1], 'mailto:a@example.com'),
  ]);
  const table = await readTable(bytes, { headerRow: 1 });
  expect([table.columns, ...table.cells]).toEqual([['Email'], ['a@example.com'], ['a@example.com']]);
});

test('damaged links leave the texts', async () => {
  const whole = link([1, 1, 0, 0], 'mailto:a@example.com');
  for (const broken of [
    record(0x01b8, u8(1)),
    record(0x01b8, whole.subarray(4, 4 + 50)),
    record(0x01b8, u16(1, 1, 0, 0), CLASS, u32(2, 3), URL_CLASS),
    record(0x01b8, URL_CLASS, u32(0xffffffff), wide('mailto:a@example.com')),
  ]) {
    const bytes = biffWorkbook([label(0, 0, 'Email'), label(1, 0, 'Write'), broken]);
    expect((await readTable(bytes, { headerRow: 1 })).cells).toEqual([['Write']]);
  }
});
