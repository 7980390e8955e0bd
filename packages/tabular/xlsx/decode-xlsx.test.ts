import { describe, expect, test } from 'vitest';
import { encode } from '#tests/support/files/csv.ts';
import { encryptedWorkbook, externalEntities, truncated, zipBomb } from '#tests/support/files/hostile.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';
import { type FixtureSheet, sheetXml, xlsx } from '#tests/support/files/xlsx.ts';
import { zip } from '#tests/support/files/zip.ts';

const header = ['name', 'phone', 'zip', 'joined'];
const leads: FixtureSheet = {
  name: 'Leads & more',
  rows: [
    header,
    [
      'Zoë <Müller> "Z"',
      447700900123,
      { number: 501, format: '00000' },
      { number: 45292, format: 'dd/mm/yyyy' },
    ],
    [],
    [
      null,
      4.47e11,
      { number: 0.1 + 0.2, format: '[Red]0.00' },
      { number: 45292.5, format: 'yyyy-mm-dd hh:mm' },
    ],
    ['line\nbreak 😀', '+44 20 7946 0000', null, { number: 3, format: '"days" 0' }],
  ],
};
const cells = [
  ['Zoë <Müller> "Z"', '447700900123', '00501', '2024-01-01'],
  ['', '447000000000', '0.3', '2024-01-01 12:00:00'],
  ['line\nbreak 😀', '+44 20 7946 0000', '', '3'],
];

test.each([
  ['shared', false],
  ['inline', true],
])('text, numbers and dates with %s strings', async (_, inline) => {
  const table = await readTable(xlsx({ sheets: [leads], inline }), { filename: 'leads.csv' });
  expect(table.format).toEqual({
    kind: 'xlsx',
    delimiter: null,
    encoding: null,
    sheets: ['Leads & more'],
    sheet: 'Leads & more',
  });
  expect(table.columns).toEqual(header);
  expect(table.rows.map(({ number }) => number)).toEqual([2, 4, 5]);
  expect(table.cells).toEqual(cells);
});

test('the 1904 date system', async () => {
  const sheet = { name: 'A', rows: [['joined'], [{ number: 43830, format: 'yyyy-mm-dd' }]] };
  expect((await readTable(xlsx({ sheets: [sheet], date1904: true }))).cells).toEqual([['2024-01-01']]);
});

describe('sheets', () => {
  const sheets = [
    { name: 'Secret', hidden: true, rows: [['hidden'], ['1']] },
    { name: 'Blank', rows: [[' ']] },
    { name: 'First', rows: [['first'], ['2']] },
    { name: 'Second', rows: [['second'], ['3']] },
  ];

  test('the first visible one that is not empty is read, all are listed', async () => {
    const table = await readTable(xlsx({ sheets }));
    expect(table.format).toMatchObject({ sheets: ['Secret', 'Blank', 'First', 'Second'], sheet: 'First' });
    expect(table.cells).toEqual([['2']]);
  });

  const leads = [
    ['Name', 'Email'],
    ['Ada', 'ada@example.com'],
  ];
  const prose = [['About this file'], ['The leads are on the other sheet.']];
  const facts = [
    ['Exported by', 'Crm'],
    ['Rows', '1'],
  ];
  test.each([
    [
      'text',
      [
        { name: 'Cover page', rows: prose },
        { name: 'Leads', rows: leads },
      ],
      'Leads',
    ],
    [
      'a table of facts',
      [
        { name: 'Read me', rows: facts },
        { name: 'Leads', rows: leads },
      ],
      'Leads',
    ],
    [
      'nothing else',
      [
        { name: 'Read me', rows: prose },
        { name: 'Blank', rows: [[' ']] },
      ],
      'Read me',
    ],
    [
      'leads under its name',
      [
        { name: 'Info', rows: leads },
        { name: 'Text', rows: prose },
      ],
      'Info',
    ],
    [
      'leads of one column',
      [
        { name: 'A', rows: [['Email'], ['a@example.com']] },
        { name: 'B', rows: leads },
      ],
      'A',
    ],
    [
      'leads as well',
      [
        { name: 'A', rows: leads },
        { name: 'B', rows: leads },
      ],
      'A',
    ],
  ])('a table is chosen over a sheet that explains the file, with %s', async (_, of, chosen) => {
    expect((await readTable(xlsx({ sheets: of }))).format.sheet).toBe(chosen);
  });

  test('one is read by name', async () => {
    expect((await readTable(xlsx({ sheets }), { sheet: 'Second' })).cells).toEqual([['3']]);
    expect((await readTable(xlsx({ sheets }), { sheet: 'Secret' })).columns).toEqual(['hidden']);
    await expect(readTable(xlsx({ sheets }), { sheet: 'Third' })).rejects.toMatchObject({
      code: 'unknown_sheet',
      message: "The workbook has no sheet named 'Third'.",
    });
  });
});

/** Returns the cells of a workbook whose sheet is the given XML. */
async function cellsOf(rows: string, stringsXml?: string): Promise<string[][]> {
  const sheet = { name: 'A', rows: [], xml: sheetXml(`<row><c t="str"><v>h</v></c></row>${rows}`) };
  const bytes = xlsx({ sheets: [sheet], ...(stringsXml === undefined ? {} : { stringsXml }) });
  return (await readTable(bytes)).cells;
}

describe('what other writers write', () => {
  test('booleans, errors, formulas, ISO dates, numbers beyond 15 digits', async () => {
    const row =
      '<row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1&amp;"x"</f><v>x &amp; y</v></c>' +
      '<c t="d"><v>2024-01-15T00:00:00</v></c><c><v>12345678901234567890</v></c><c><v>4.47E+11</v></c><c s="99"><v>7</v></c></row>';
    expect(await cellsOf(row)).toEqual([
      ['TRUE', '', 'x & y', '2024-01-15', '12345678901234567890', '447000000000', '7'],
    ]);
  });

  test('cells by reference, in any order, with blanks in the tag', async () => {
    const row = '<row r="9"><c r = "D9" ><v>4</v></c><c r="B9"><v>2</v></c><c><v>3</v></c><c r="A9"/></row>';
    expect(await cellsOf(row)).toEqual([['', '2', '3', '4']]);
  });

  test('rich text joined, phonetic text left out, references to no string empty', async () => {
    const strings =
      '<sst><si><r><rPr><b/></rPr><t>To</t></r><r><t xml:space="preserve">kyo _x0041_</t></r><rPh><t>no</t></rPh></si>' +
      '<si><t/></si><si><t>last</t></si></sst>';
    const row =
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>9</v></c><c t="s"><v>2</v></c></row>';
    expect(await cellsOf(row, strings)).toEqual([['Tokyo A', '', '', 'last']]);
    const inline =
      '<row><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>no</t></rPh></is></c></row>';
    expect(await cellsOf(inline)).toEqual([['ab']]);
  });

  test('prefixed elements, UTF-16 and a wrong dimension', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="u" xmlns:mc="m" mc:Ignorable="y"><x:dimension ref="A1"/>' +
      '<x:sheetData><x:row><x:c t="str"><x:v>h</x:v></x:c></x:row><x:row><x:c r="B2" t="str"><x:v>ü</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const part = { name: 'xl/worksheets/sheet1.xml', data: encode(xml, 'utf-16le', true) };
    const table = await readTable(xlsx({ sheets: [{ name: 'A', rows: [] }], parts: [part] }));
    expect(table.columns).toEqual(['h', 'Column 2']);
    expect(table.cells).toEqual([['', 'ü']]);
  });

  test('the anchors of buttons and check boxes, which follow the rows, are no rows', async () => {
    const anchor = (row: number) =>
      `<xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff>`;
    const controls =
      '<mc:AlternateContent><mc:Choice Requires="x14"><controls><control shapeId="1025" name="Button 1"><controlPr><anchor>' +
      `<from>${anchor(1)}</from><to>${anchor(3)}</to></anchor></controlPr></control></controls></mc:Choice></mc:AlternateContent>`;
    const rows = ['h', 'first', 'last'].map((text) => `<row><c t="str"><v>${text}</v></c></row>`);
    const xml = sheetXml(rows.join('')).replace('</worksheet>', `${controls}</worksheet>`);
    const table = await readTable(xlsx({ sheets: [{ name: 'A', rows: [], xml }] }));
    expect(table.cells).toEqual([['first'], ['last']]);
  });

  test('characters that cannot be stored', async () => {
    expect(await cellsOf('<row><c t="str"><v>a_x0000_b&#0;c_xD800_d</v></c></row>')).toEqual([
      ['abc\ufffdd'],
    ]);
  });
});

test('many rows and strings across chunks', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [`name ${index}`, `city ${index % 7}`, index]);
  const bytes = xlsx({ sheets: [{ name: 'A', rows: [['name', 'city', 'n'], ...rows] }] });
  const table = await readTable(chunkedSource(bytes, [1_000]));
  expect(table.cells).toEqual(rows.map((row) => row.map(String)));
});

test('1,000 columns, and more than there may be', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
  expect((await readTable(xlsx({ sheets: [{ name: 'A', rows: [names, names] }] }))).cells).toEqual([names]);
  await expect(cellsOf('<row><c r="XFE2"><v>1</v></c></row>')).rejects.toMatchObject({
    code: 'too_many_columns',
  });
});

describe('hostile and broken files', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => [`${Math.sin(index)}`, `${Math.cos(index)}`]);
  const bytes = xlsx({ sheets: [{ name: 'A', rows: [['a', 'b'], ...rows] }], inline: true });

  test('encrypted', async () => {
    await expect(readTable(encryptedWorkbook(), { filename: 'leads.xlsx' })).rejects.toMatchObject({
      code: 'encrypted',
      message:
        'This workbook is protected with a password. Remove the password, save it and upload it again.',
    });
  });

  test.each([0.001, 0.3, 0.6, 0.99])('truncated to %d of its bytes', async (share) => {
    await expect(readTable(truncated(bytes, share))).rejects.toMatchObject({ code: 'truncated' });
  });

  test('damaged in the middle', async () => {
    const copy = Uint8Array.from(bytes);
    copy.fill(0xff, bytes.length / 2, bytes.length / 2 + 64);
    await expect(readTable(copy)).rejects.toMatchObject({ code: 'broken' });
  });

  test('a sheet that is not what its checksum says', async () => {
    const copy = Buffer.from(bytes);
    const header = copy.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    copy.writeUInt32LE((copy.readUInt32LE(header + 16) ^ 1) >>> 0, header + 16);
    await expect(readTable(copy)).rejects.toMatchObject({ code: 'broken' });
  });

  test.each([undefined, 1_000])('a zip bomb that claims %s bytes', async (claimed) => {
    await expect(readTable(zipBomb(52, claimed))).rejects.toMatchObject({ code: 'too_large_unpacked' });
  });

  test('external entities', async () => {
    await expect(readTable(externalEntities())).rejects.toMatchObject({ code: 'broken' });
  });

  test('a sheet without an end', async () => {
    const xml = '<worksheet><sheetData><row><c t="str"><v>a</v></c></row>';
    await expect(readTable(xlsx({ sheets: [{ name: 'A', rows: [], xml }] }))).rejects.toMatchObject({
      code: 'broken',
      message: expect.stringContaining("The sheet 'A' ends before its last row."),
    });
  });

  const SAVE_AS = 'Save it as .xlsx and upload it again.';
  const COPY = 'Copy the table into a spreadsheet, save it as .xlsx and upload that.';
  const ods = (type: string) => [
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${type}` },
    { name: 'content.xml', data: 'x' },
  ];
  test.each([
    ['XLSB', [{ name: 'xl/workbook.bin', data: 'x' }], `a binary Excel workbook (.xlsb). ${SAVE_AS}`],
    ['ODS', ods('spreadsheet'), `an OpenDocument spreadsheet. ${SAVE_AS}`],
    ['an ODS template', ods('spreadsheet-template'), `an OpenDocument spreadsheet. ${SAVE_AS}`],
    ['ODT', ods('text'), `an OpenDocument text. ${COPY}`],
    ['a chart', ods('chart'), `an OpenDocument file without a table. ${COPY}`],
    [
      'OpenDocument of no type',
      [{ name: 'content.xml', data: 'x' }],
      `an OpenDocument file without a table. ${COPY}`,
    ],
    ['DOCX', [{ name: 'word/document.xml', data: 'x' }], `a Word document. ${COPY}`],
    [
      'Numbers',
      [{ name: 'Index/Document.iwa', data: 'x' }],
      'an Apple Numbers or Pages document. Export it as .xlsx and upload it again.',
    ],
    [
      'an archive',
      [{ name: 'photos/1.jpg', data: 'x' }],
      'a ZIP archive. Unpack it and upload the .csv or .xlsx file in it.',
    ],
  ])('%s under the name of a workbook', async (_, parts, what) => {
    await expect(readTable(zip(parts), { filename: 'leads.xlsx' })).rejects.toMatchObject({
      code: 'not_supported',
      message: `This is ${what}`,
    });
  });
});
