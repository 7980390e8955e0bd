import { describe, expect, test } from 'vitest';
import { readTable } from '#tests/support/files/read-table.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';

const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Reads texts in column A of a sheet whose cells link to the targets. */
async function read(cells: readonly (readonly [string, string])[], change = (xml: string) => xml) {
  const rows = ['Email', ...cells.map(([text]) => text)].map(
    (text, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`,
  );
  const links = cells.map((_, index) => `<hyperlink ref="A${index + 2}" r:id="rId${index}"/>`);
  const xml =
    `<worksheet xmlns:r="${RELATIONSHIP}"><sheetData>${rows.join('')}</sheetData>` +
    `<hyperlinks>${links.join('')}</hyperlinks></worksheet>`;
  const targets = cells.map(
    ([, target], index) =>
      `<Relationship Id="rId${index}" Type="${RELATIONSHIP}/hyperlink" Target="${target}" TargetMode="External"/>`,
  );
  const rels = {
    name: 'xl/worksheets/_rels/sheet1.xml.rels',
    data: `<Relationships>${targets.join('')}</Relationships>`,
  };
  const bytes = xlsx({ sheets: [{ name: 'A', rows: [], xml: change(xml) }], parts: [rels] });
  const table = await readTable(bytes, { headerRow: 1 });
  expect(table.columns).toEqual(['Email']);
  return table.cells.map(([cell]) => cell);
}

test.each([
  ['Send mail', 'mailto:disp@example.com', 'disp@example.com'],
  ['E-Mail schreiben', 'mailto:jürgen@example.com', 'jürgen@example.com'],
  ['Écrire', 'MAILTO:zoe%2Bleads@example.com', 'zoe+leads@example.com'],
  ['написать', 'mailto:anna@example.com?subject=Привет', 'anna@example.com'],
  ['メール', 'mailto:taro@example.co.jp', 'taro@example.co.jp'],
  ['Ana Gil', 'mailto:ana@example.com,eva@example.com', 'ana@example.com'],
  ['correo', 'mailto:%3Cana@example.com%3E', 'ana@example.com'],
  ['Call', 'tel:+447400123456', '+447400123456'],
  ['Ara', 'tel:+90%20532%20123%204567', '+90 532 123 4567'],
  ['shown@example.com', 'mailto:other@example.com', 'shown@example.com'],
  ['Ada (ada@example.com)', 'mailto:other@example.com', 'Ada (ada@example.com)'],
  ['0151 2345678', 'tel:+491512345679', '0151 2345678'],
  ['Website', 'https://example.com/a@b.cd', 'Website'],
  ['Send', 'mailto:', 'Send'],
  ['Send', 'mailto:nobody', 'Send'],
  ['Send', 'mailto:%E0%A4%A@example.com', '%E0%A4%A@example.com'],
])('the cell %s with a link to %s reads as %s', async (text, target, expected) => {
  expect(await read([[text, target]])).toEqual([expected]);
});

describe('links of a sheet', () => {
  test('over a range of cells, under a prefix and with single quotes', async () => {
    const cells = [
      ['Send', 'mailto:a@example.com'],
      ['Send', 'mailto:b@example.com'],
    ] as const;
    const ranged = await read(cells, (xml) =>
      xml.replace('ref="A2"', "ref = '$A$2:$B$3'").replace(/<hyperlink ref="A3".*?>/, ''),
    );
    expect(ranged).toEqual(['a@example.com', 'a@example.com']);
    const prefixed = await read(cells, (xml) => xml.replace(/(<\/?)(?=[a-z])/g, '$1x:'));
    expect(prefixed).toEqual(['a@example.com', 'b@example.com']);
  });

  test('many rows before', async () => {
    const cells = Array.from(
      { length: 6_000 },
      (_, row) => [`Send ${row}`, `mailto:a${row}@example.com`] as const,
    );
    expect(await read(cells)).toEqual(cells.map((_, row) => `a${row}@example.com`));
  });

  test('whose names are broken or missing leave the texts', async () => {
    const cells = [['Send', 'mailto:a@example.com']] as const;
    expect(await read(cells, (xml) => xml.replace('rId0', 'rId9'))).toEqual(['Send']);
    expect(await read(cells, (xml) => xml.replace('ref="A2"', 'ref="?"'))).toEqual(['Send']);
    expect(await read(cells, (xml) => xml.replace(/<hyperlinks>.*<\/hyperlinks>/, ''))).toEqual(['Send']);
  });

  test('in the header leave its names', async () => {
    expect(
      await read([['a@example.com', 'mailto:x@example.com']], (xml) => xml.replace('ref="A2"', 'ref="A1"')),
    ).toEqual(['a@example.com']);
  });
});

test('links of formulas', async () => {
  const formula = (row: number, formulaXml: string, value: string) =>
    `<row r="${row}"><c r="A${row}" t="str"><f>${formulaXml}</f><v>${value}</v></c></row>`;
  const rows = [
    formula(1, 'HYPERLINK("mailto:x@example.com","Email")', 'Email'),
    formula(2, 'HYPERLINK("mailto:disp@example.com","Send mail")', 'Send mail'),
    formula(3, 'HYPERLINK("https://example.com","Site")', 'Site'),
    formula(4, 'HYPERLINK("tel:+447400123456","Call")', 'Call'),
    formula(5, 'B1&amp;"x"', 'text'),
    formula(6, `CONCATENATE(${'"mailto:a@b.cd",'.repeat(200)}"")`, 'long'),
  ];
  const xml = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const table = await readTable(xlsx({ sheets: [{ name: 'A', rows: [], xml }] }), { headerRow: 1 });
  expect([table.columns, ...table.cells]).toEqual([
    ...[['Email'], ['disp@example.com'], ['Site'], ['+447400123456'], ['text'], ['long']],
  ]);
});
