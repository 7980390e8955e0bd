import { describe, expect, test } from 'vitest';
import { encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';

test.each<[string, string, string, number]>([
  [
    'commas in names and in every row',
    'Name, Vorname;Straße, Ort;E-Mail\nKern, Ada;Weg 1, Bern;ada@example.com\nLund, Bo;Weg 2, Oslo;bo@example.com\n',
    ';',
    3,
  ],
  [
    'more commas than semicolons',
    'Nom, prénom;Rue, ville, pays;E-mail\nKern, Ada;Rue 1, Berne, Suisse;ada@example.com\nLund, Bo;Rue 2, Oslo, Norvège;bo@example.com\n',
    ';',
    3,
  ],
  [
    'commas between tabs',
    'Apellidos, nombre\tCiudad, país\tTeléfono\nPérez, Ana\tMadrid, España\t+34 612 345 678\nGil, Eva\tLugo, España\t+34 612 345 679\n',
    '\t',
    3,
  ],
  [
    'semicolons between bars',
    'Имя;Фамилия|Почта; личная\nАнна;Смирнова|anna@example.com\nПётр;Иванов|petr@example.com\n',
    '|',
    2,
  ],
  [
    'bars between commas',
    'Tags|Kind,Email|private,Phone\nnew|hot,ada@example.com,+447400123456\nold|cold,bo@example.com,+447400123457\n',
    ',',
    3,
  ],
  ['decimal commas', 'Kwota;Rabat;E-mail\n1,50;2,50;ada@example.com\n2,00;1,25;bo@example.com\n', ';', 3],
  [
    'a title with commas above few rows',
    'Leads, May 2024, Ada Kern\nEmail;Name;Phone\nada@example.com;Ada;+447400123456\n',
    ';',
    3,
  ],
  [
    'a note with commas above few rows',
    'Let op, vertrouwelijk, niet delen, graag\nE-mail;Naam;Telefoon;Plaats\nada@example.com;Ada;;Utrecht\nbo@example.com;Bo;;Delft\n',
    ';',
    4,
  ],
  [
    'no header',
    'Kern, Ada;ada@example.com;Bern, CH\nLund, Bo;bo@example.com;Oslo, NO\nPak, Cy;cy@example.com;Ulm, DE\n',
    ';',
    3,
  ],
  ['lists of tags', '姓名,标签,邮箱\n王伟,a;b;c,wang@example.com\n李娜,d;e;f,li@example.com\n', ',', 3],
  [
    'phones as the only values',
    'Ad, Soyad|Telefon, cep\nKaya, Ayşe|+90 532 123 45 67\nDemir, Can|+90 532 123 45 68\n',
    '|',
    2,
  ],
  ['one column of full names', 'Nome completo\nRossi Anna\nBianchi Ugo\n', ',', 1],
])('delimiter of a file with %s', async (_, text, delimiter, width) => {
  const table = await readTable(encode(text));
  expect([table.format.delimiter, table.columns.length]).toEqual([delimiter, width]);
});

describe('single quotes of SQL tools', () => {
  test.each<[string, string, string[][]]>([
    [
      'every cell',
      "'email','city'\n'ada@example.com','Bern, CH'\n'bo@example.com','Oslo'\n",
      [
        ['email', 'city'],
        ['ada@example.com', 'Bern, CH'],
        ['bo@example.com', 'Oslo'],
      ],
    ],
    [
      'doubled inside',
      "'email','name'\n'bo@example.com','O''Neil'\n'li@example.com','D''Angelo'\n",
      [
        ['email', 'name'],
        ['bo@example.com', "O'Neil"],
        ['li@example.com', "D'Angelo"],
      ],
    ],
    [
      'texts alone',
      "id,email,name\n1,'ada@example.com','Ada'\n2,'bo@example.com','Bo, jr.'\n",
      [
        ['id', 'email', 'name'],
        ['1', 'ada@example.com', 'Ada'],
        ['2', 'bo@example.com', 'Bo, jr.'],
      ],
    ],
    [
      'semicolons',
      "'Vorname';'Ort'\n'Jürgen';'Köln; Süd'\n'Käthe';'Bonn'\n",
      [
        ['Vorname', 'Ort'],
        ['Jürgen', 'Köln; Süd'],
        ['Käthe', 'Bonn'],
      ],
    ],
    [
      'tabs',
      "'Имя'\t'Город'\n'Анна'\t'Уфа'\n'Пётр'\t'Омск'\n",
      [
        ['Имя', 'Город'],
        ['Анна', 'Уфа'],
        ['Пётр', 'Омск'],
      ],
    ],
    [
      'bars',
      "'nombre'|'ciudad'\n'José'|'Lugo | Norte'\n'Ana'|'Jaén'\n",
      [
        ['nombre', 'ciudad'],
        ['José', 'Lugo | Norte'],
        ['Ana', 'Jaén'],
      ],
    ],
    [
      'line ends inside',
      "'name','note'\n'Ada','first\nsecond'\n'Bo','x'\n",
      [
        ['name', 'note'],
        ['Ada', 'first\nsecond'],
        ['Bo', 'x'],
      ],
    ],
    [
      'empty cells and words for nothing',
      "'a','b','c'\n'','x',NULL\n'y','',NULL\n",
      [
        ['a', 'b', 'c'],
        ['', 'x', 'NULL'],
        ['y', '', 'NULL'],
      ],
    ],
    [
      'double quotes inside',
      "'name','note'\n'Ada','says \"hi\"'\n'Bo','x'\n",
      [
        ['name', 'note'],
        ['Ada', 'says "hi"'],
        ['Bo', 'x'],
      ],
    ],
    [
      'CR LF and blanks around',
      "'prénom' , 'ville'\r\n'Zoé' , 'Sète'\r\n'Léa' , 'Pau'\r\n",
      [
        ['prénom', 'ville'],
        ['Zoé', 'Sète'],
        ['Léa', 'Pau'],
      ],
    ],
  ])('read as quotes: %s', async (_, text, expected) => {
    for (const size of [1, 7, 1000]) {
      const { columns, cells } = await readTable(chunkedSource(encode(text), [size]), { headerRow: 1 });
      expect([columns, ...cells]).toEqual(expected);
    }
  });

  test.each([
    ['names of Dutch places', "Naam,Plaats\nBo,'s-Gravenhage\nLi,'s-Hertogenbosch\nJo,'t Zand\n"],
    ['guards of spreadsheets', "Name,Phone\nAda,'+447400123456\nBo,'+447400123457\n"],
    ['a single quoted value', "Name,Band\nAda,'N Sync\nBo,'Til Tuesday'\nCy,x\nDi,y\n"],
    ['quotes among double quotes', "\"a\",\"b\"\n'x','y'\n'z','w'\n"],
    ['feet and inches', "size,name\n5'11,Ada\n6'2,Bo\n"],
  ])('read as characters: %s', async (_, text) => {
    const { cells } = await readTable(encode(text), { headerRow: 1 });
    const last = text.trim().split('\n').at(-1)?.split(',') ?? [];
    expect(cells.at(-1)?.map((cell) => cell.replace(/^'(?=\+)/, ''))).toEqual(
      last.map((cell) => cell.replace(/^'(?=\+)/, '')),
    );
  });
});
