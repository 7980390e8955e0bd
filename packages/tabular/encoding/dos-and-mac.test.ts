import { describe, expect, test } from 'vitest';
import { csv, encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { bytesDecoder } from './code-pages.ts';
import { type Encoding, encodingOf } from './encodings.ts';
import { detectLegacyEncoding } from './legacy-encoding.ts';

const DOS_AND_MAC = ['ibm850', 'ibm437', 'macintosh'] as const satisfies Encoding[];
const DOS_850_AND_MAC = ['ibm850', 'macintosh'] as const satisfies Encoding[];

const FILES: readonly [string, readonly Encoding[], string[]][] = [
  [
    'German',
    DOS_AND_MAC,
    ['Vorname;Straße', 'Jürgen Müller;Köln', 'Käthe Schröder;Grüner Weg', 'Björn Weiß;Ort'],
  ],
  ['French', DOS_AND_MAC, ['Prénom;Téléphone', 'François Lefèvre;Orléans', 'Hélène Château;Besançon']],
  ['Spanish', DOS_AND_MAC, ['Nombre;Teléfono', 'José Muñoz;Málaga', 'Inés Núñez;Logroño', 'Ana Ibáñez;León']],
  ['Spanish capitals', DOS_850_AND_MAC, ['NOMBRE;TELÉFONO', 'JOSÉ MUÑOZ;MÁLAGA', 'ÍÑIGO NÚÑEZ;LOGROÑO']],
  [
    'Portuguese',
    DOS_850_AND_MAC,
    ['Nome;Endereço', 'João Conceição;São Paulo', 'Inês Antônio;Florianópolis'],
  ],
  [
    'Italian',
    DOS_AND_MAC,
    ['Nome;Città', 'Niccolò Rossi;Forlì', 'Desirée Bianchi;Viggiù', 'Però Perù;Pietà'],
  ],
  ['Swedish', DOS_AND_MAC, ['Förnamn;Ort', 'Åsa Öberg;Göteborg', 'Jörgen Sjöström;Västerås']],
  [
    'Danish',
    DOS_850_AND_MAC,
    ['Fornavn;By', 'Søren Sørensen;Århus', 'Jørgen Kjær;Nørresundby', 'Bjørn Grønbæk;Ærø'],
  ],
  ['Finnish', DOS_AND_MAC, ['Etunimi;Kaupunki', 'Väinö Hämäläinen;Jyväskylä', 'Päivi Mäkinen;Hyvinkää']],
  [
    'Dutch',
    DOS_AND_MAC,
    ['Naam;Plaats', 'Daniël Visser;Coevorden', 'Zoë de Vries;België', 'André Smeïts;Oostermeër'],
  ],
  ['Icelandic', ['ibm850'], ['Nafn;Borg', 'Þórður Ásgeirsson;Reykjavík', 'Sigríður Jónsdóttir;Ísafjörður']],
];
const CASES = FILES.flatMap(([language, encodings, records]) =>
  encodings.map((encoding) => [language, encoding, records] as const),
);

function withAddresses([header = '', ...rows]: readonly string[], count: number): string[][] {
  const lines = Array.from({ length: count }, (_, index) => rows[index % rows.length] ?? '');
  return [
    ['Email', ...header.split(';')],
    ...lines.map((line, index) => [`user${index}@mail.example`, ...line.split(';')]),
  ];
}

describe.each(CASES)('%s in %s', (_, encoding, records) => {
  test.each([records.length - 1, 400])('a file of %d rows reads as written', async (count) => {
    const table = withAddresses(records, count);
    const read = await readTable(csv(table, { encoding, delimiter: ';' }), { headerRow: 1 });
    expect([read.columns, ...read.cells]).toEqual(table);
  });

  test('a file reads as written with the encoding chosen by hand', async () => {
    const table = withAddresses(records, 3);
    const read = await readTable(csv(table, { encoding, delimiter: ';' }), { encoding, headerRow: 1 });
    expect([read.format.encoding, read.columns, ...read.cells]).toEqual([encoding, ...table]);
  });
});

test.each([
  ['Müller', 'ibm850'],
  ['José', 'ibm850'],
  ['Müller\nJosé', 'ibm437'],
  ['Jörg', 'ibm437'],
  ['Åsa Lindén', 'ibm850'],
  ['Zoë', 'ibm850'],
  ['Núñez', 'ibm437'],
  ['Søren', 'ibm850'],
  ['José', 'macintosh'],
  ['Müller\nJosé', 'macintosh'],
  ['Åsa Lindén', 'macintosh'],
  ['Österreich', 'ibm850'],
  ['Antônio', 'ibm850'],
  ['Niccolò', 'ibm437'],
  ['León', 'ibm850'],
  ['Florianópolis', 'ibm437'],
] as const)('a file with %s alone is read in %s', async (names, encoding) => {
  const cells = names.split('\n').map((name) => ['a@example.com', name]);
  const bytes = csv([['Email', 'First Name'], ...cells], { encoding, delimiter: ';' });
  expect((await readTable(bytes)).cells).toEqual(cells);
});

test.each(DOS_AND_MAC)('names in %s are never read as East Asian', async (encoding) => {
  const eastAsian = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'];
  const words = FILES.filter(([, encodings]) => encodings.includes(encoding)).flatMap(([, , records]) =>
    records.flatMap((record) => record.split(/[; ]/)),
  );
  for (const [index, word] of words.entries()) {
    for (const names of [[word], words.slice(index, index + 2), words.slice(index, index + 3)]) {
      const bytes = encode(names.join('\n'), encoding);
      expect(eastAsian).not.toContain(await detectLegacyEncoding(bytes));
    }
  }
});

test('labels of code pages', () => {
  const labels = ['cp437', 'IBM437', '437', 'cp850', 'ibm-850', 'OEM 850', 'DOS-437', 'cp866', 'x-mac-roman'];
  expect(labels.map(encodingOf)).toEqual([
    ...['ibm437', 'ibm437', 'ibm437', 'ibm850', 'ibm850', 'ibm850', 'ibm437', 'ibm866', 'macintosh'],
  ]);
  expect(['cp4370', 'cp85', 'x850'].map(encodingOf)).toEqual([null, null, null]);
});

test('code pages have a character for every byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const [us = '', western = ''] = ['ibm437', 'ibm850'].map((encoding) => bytesDecoder(encoding)(bytes));
  expect([new Set(us).size, new Set(western).size]).toEqual([256, 256]);
  expect([us.at(0x9b), us.at(0xe1), western.at(0x9b), western.at(0xff)]).toEqual(['¢', 'ß', 'ø', '\u00a0']);
});
