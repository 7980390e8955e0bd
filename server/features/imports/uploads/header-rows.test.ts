import { expect, test } from 'vitest';
import { bytesSource, changeHeader, inspect } from '#packages/tabular/tabular.ts';
import { csv } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';

type Cells = readonly string[];

const ADA = ['Ada', 'Kern', 'ada@example.com', '+447400123456'];
const BO = ['Bo', 'Lund', 'bo@example.com', '+447400123457'];
const ENGLISH = ['First Name', 'Last Name', 'Email', 'Phone'];
const QUALTRICS_IDS = ['StartDate', 'Status', 'RecipientFirstName', 'RecipientEmail', 'Q1'];

/** Rows, the header's number, and the numbers of the leads. */
type HeaderCase = [string, readonly Cells[], number, number[]];

const CASES: HeaderCase[] = [
  ['groups as wide as the names', [['Lead', 'Lead', 'Contact', 'Contact'], ENGLISH, ADA, BO], 2, [3, 4]],
  ['merged groups', [['Lead', '', 'Contact', ''], ENGLISH, ADA, BO], 2, [3, 4]],
  [
    'German groups',
    [['Person', 'Person', 'Kontakt', 'Kontakt'], ['Vorname', 'Nachname', 'E-Mail', 'Telefon'], ADA, BO],
    2,
    [3, 4],
  ],
  [
    'Spanish groups that name a field',
    [
      ['Nombre', 'Nombre', 'Contacto', 'Contacto'],
      ['Nombre', 'Apellidos', 'Correo electrónico', 'Teléfono'],
      ADA,
    ],
    2,
    [3],
  ],
  [
    'French groups in two rows',
    [
      ['Export', 'Export', 'Export', 'Export'],
      ['Client', 'Client', 'Coordonnées', 'Coordonnées'],
      ['Prénom', 'Nom', 'E-mail', 'Téléphone'],
      ADA,
    ],
    3,
    [4],
  ],
  [
    'Polish groups',
    [['Osoba', 'Osoba', 'Kontakt', 'Kontakt'], ['Imię', 'Nazwisko', 'E-mail', 'Telefon'], ADA, BO],
    2,
    [3, 4],
  ],
  [
    'Russian groups',
    [['Клиент', 'Клиент', 'Связь', 'Связь'], ['Имя', 'Фамилия', 'Почта', 'Телефон'], ADA, BO],
    2,
    [3, 4],
  ],
  [
    'Turkish groups',
    [['Kişi', 'Kişi', 'İletişim', 'İletişim'], ['Ad', 'Soyad', 'E-posta', 'Telefon'], ADA, BO],
    2,
    [3, 4],
  ],
  [
    'facts of a report as wide as the names',
    [['Report:', 'New leads', 'Owner:', 'Ada'], ENGLISH, ADA, BO],
    2,
    [3, 4],
  ],
  [
    'facts of a report with an address',
    [['Report:', 'New leads', 'Owner:', 'boss@example.com', 'Date:', '2024-03-01'], ENGLISH, ADA, BO],
    2,
    [3, 4],
  ],
  [
    'facts of a report with as many pairs as names',
    [
      ['Rapport', 'Nieuwe leads', 'Datum', '2024-03-01'],
      ['Filiaal', 'Utrecht', 'Versie', '3'],
      ['Voornaam', 'Achternaam', 'E-mail', 'Telefoon'],
      ADA,
    ],
    3,
    [4],
  ],
  [
    "Qualtrics' three rows",
    [
      QUALTRICS_IDS,
      ['Start Date', 'Response Type', 'Recipient First Name', 'Recipient Email', 'How do you like us?'],
      QUALTRICS_IDS.map((id) => `{"ImportId":"${id}"}`),
      ['2024-03-01', 'IP Address', 'Ada', 'ada@example.com', 'A lot'],
    ],
    2,
    [4],
  ],
  [
    "Qualtrics' three rows of questions alone",
    [
      ['Q1', 'Q2'],
      ['What is your name?', 'What is your email address?'],
      ['{"ImportId":"QID1_TEXT"}', '{"ImportId":"QID2_TEXT"}'],
      ['Ada', 'ada@example.com'],
    ],
    2,
    [4],
  ],
  ['the header again in the middle and at the end', [ENGLISH, ADA, ENGLISH, BO, ENGLISH], 1, [2, 4]],
  [
    'the Italian header again on each page',
    [
      ['Nome', 'Cognome', 'E-mail', 'Telefono'],
      ...Array.from({ length: 120 }, (_, row) =>
        row % 40 === 39 ? ['Nome', 'Cognome', 'E-mail', 'Telefono'] : ADA,
      ),
    ],
    1,
    Array.from({ length: 120 }, (_, row) => row + 2).filter((number) => (number - 2) % 40 !== 39),
  ],
  [
    'the header in a second language',
    [['Vorname', 'Nachname', 'E-Mail', 'Telefon'], ENGLISH, ADA, BO],
    1,
    [3, 4],
  ],
  [
    'the same names in other letters',
    [
      ['first_name', 'account_owner_id', 'email', 'lead_rating'],
      ['First Name', 'Account Owner ID', 'E-mail to use', 'Lead Rating'],
      ADA,
    ],
    1,
    [3],
  ],
  ['labels of facts that name fields', [['Status:', 'open', 'Phone:', 'none'], ENGLISH, ADA, BO], 2, [3, 4]],
  [
    'labels of a Russian form below an unknown header',
    [
      ['Код', 'Сумма', 'Вид', 'Счёт'],
      ['Статус:', 'да', 'Адрес:', 'Ростов'],
      ['x', 'y', 'z', 'w'],
    ],
    1,
    [2, 3],
  ],
  ['no groups and no repeats', [ENGLISH, ADA, BO], 1, [2, 3]],
  ['a person called like columns', [ENGLISH, ['City', 'Kern', 'ada@example.com', ''], BO], 1, [2, 3]],
  ['a lead without an address', [ENGLISH, ['Ada', 'Kern', '', ''], BO], 1, [2, 3]],
  [
    'values that name fields',
    [
      ['Email', 'Status', 'Source'],
      ['', 'Sold', 'Web'],
      ['a@b.cd', 'New', 'Web'],
    ],
    1,
    [2, 3],
  ],
  ['two equal leads', [ENGLISH, ADA, ADA], 1, [2, 3]],
  ['people without a header', [ADA, BO, ADA, ENGLISH], 0, [1, 2, 3, 4]],
];

/** Rows, the header's number, the names of the columns, and the numbers of the leads. */
const MERGED: [string, Cells[], number, string[], number[]][] = [
  [
    'names below a merged group',
    [
      ['Email', 'Name', '', 'Phone'],
      ['', 'First Name', 'Last Name', ''],
      ['a@example.com', 'Ada', 'Kern', ''],
    ],
    1,
    ['Email', 'First Name', 'Last Name', 'Phone'],
    [3],
  ],
  [
    'German names below a merged group',
    [
      ['E-Mail', 'Adresse', '', ''],
      ['', 'Straße', 'PLZ', 'Ort'],
      ['a@example.com', 'Weg 1', '3000', 'Bern'],
    ],
    2,
    ['E-Mail', 'Straße', 'PLZ', 'Ort'],
    [3],
  ],
  [
    'Spanish names below a merged group',
    [
      ['Correo', 'Cliente', '', 'Teléfono'],
      ['', 'Nombre', 'Apellidos', ''],
      ['a@example.com', 'Ana', 'Gil', ''],
    ],
    1,
    ['Correo', 'Nombre', 'Apellidos', 'Teléfono'],
    [3],
  ],
  [
    'Polish names merged over two rows',
    [
      ['E-mail', 'Telefon', 'Osoba', ''],
      ['', '', 'Imię', 'Nazwisko'],
      ['a@example.com', '', 'Ewa', 'Nowak'],
    ],
    1,
    ['E-mail', 'Telefon', 'Imię', 'Nazwisko'],
    [3],
  ],
  [
    "SurveyMonkey's two rows",
    [
      ['Respondent ID', 'Email Address', 'First Name', 'What do you think?', 'What do you use?', ''],
      ['', '', '', 'Open-Ended Response', 'Response', 'Other (please specify)'],
      ['118', 'a@example.com', 'Ada', 'Fine', 'Mail', ''],
    ],
    1,
    [
      'Respondent ID',
      'Email Address',
      'First Name',
      'What do you think?',
      'What do you use?',
      'Other (please specify)',
    ],
    [3],
  ],
  [
    'a first lead with notes alone',
    [ENGLISH.concat('Notes', ''), ['', '', '', '', 'call back', ''], [...ADA, 'x', 'y']],
    1,
    [...ENGLISH, 'Notes', 'Column 6'],
    [2, 3],
  ],
];

test.each(MERGED)('names and leads of %s', async (_, rows, headerRow, columns, leads) => {
  const table = rows.map((cells) => [...cells]);
  for (const bytes of [csv(table), xlsx({ sheets: [{ name: 'A', rows: table }] })]) {
    const found = await inspect(bytesSource(bytes), { filename: 'leads.csv', knowsColumnName: isColumnName });
    expect([found.format.headerRow, found.columns]).toEqual([headerRow, columns]);
    const read = await readTable(bytes, { columns, headerRow, knowsColumnName: isColumnName });
    expect([found.totalRows, read.rows.map(({ number }) => number)]).toEqual([leads.length, leads]);
  }
});

test.each(CASES)('header row and leads of %s', async (_, rows, headerRow, leads) => {
  const table = rows.map((cells) => [...cells]);
  for (const bytes of [
    csv(table),
    xlsx({ sheets: [{ name: 'A', rows: table }] }),
    xls([{ name: 'A', rows: table }]),
  ]) {
    const options = { filename: 'leads.csv', knowsColumnName: isColumnName };
    const found = await inspect(bytesSource(bytes), options);
    expect(found.format.headerRow).toBe(headerRow);
    expect([found.totalRows, found.previewNumbers]).toEqual([leads.length, leads.slice(0, 100)]);
    const { columns } = found;
    const read = await readTable(bytes, { columns, headerRow, knowsColumnName: isColumnName });
    expect(read.rows.map(({ number }) => number)).toEqual(leads);
    const away = changeHeader(found, { headerRow: rows.length > 2 ? 2 : 1, knowsColumnName: isColumnName });
    const back = changeHeader(away, { headerRow, knowsColumnName: isColumnName });
    expect([back.totalRows, back.columns]).toEqual([found.totalRows, found.columns]);
  }
});
