import { csv } from './csv.ts';
import { xlsx } from './xlsx.ts';
import { zip } from './zip.ts';

// Files that don't begin with a header, or aren't in UTF-8, as people have them.

/** LinkedIn's export of connections: a note of several lines above the header. */
export function linkedInConnections(): Uint8Array {
  return csv(
    [
      ['Notes:'],
      [
        'When exporting your connection data, you may notice that some of the email addresses are missing. You will only see email addresses for connections who have allowed it.',
      ],
      [''],
      ['First Name', 'Last Name', 'URL', 'Email Address', 'Company', 'Position', 'Connected On'],
      [
        ...['Frank', 'Example', 'https://www.linkedin.com/in/frank-example', 'frank@example.com'],
        ...['Example Inc', 'CTO', '05 Mar 2024'],
      ],
      [
        ...['Greta', 'Muster', 'https://www.linkedin.com/in/greta-muster', '', 'Muster AG'],
        ...['Head of Sales, DACH', '28 Feb 2024'],
      ],
    ],
    { lineEnd: '\n' },
  );
}

/** A worksheet with a title, a blank row, the header in row 3 and three people. */
export function titledWorkbook(): Uint8Array {
  const people = [0, 1, 2].map((index) => [`T${index}`, `t${index}@example.com`, `+44791112340${index}`]);
  const rows = [['Leads of March 2024'], [null], ['First Name', 'Email', 'Phone'], ...people];
  return xlsx({ sheets: [{ name: 'Sheet', rows }] });
}

/** A Russian list in Windows-1251 with a single name in it. */
export function russianList(): Uint8Array {
  const table = [
    ['Email', 'Name'],
    ['a@example.com', 'Петр'],
  ];
  return csv(table, { delimiter: ';', encoding: 'windows-1251', lineEnd: '\n' });
}

/** Three people without a header. */
export const HEADERLESS = [
  ['Ada', 'ada@example.com', '+447911123400'],
  ['Bob', 'bob@example.com', '+447911123401'],
  ['Cy', 'cy@example.com', '+447911123402'],
];

/** A spreadsheet of LibreOffice as far as anyone looks into it. */
export function openDocument(): Uint8Array {
  return zip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', data: '<office:document-content/>' },
  ]);
}

/** A binary workbook of Excel as far as anyone looks into it. */
export function binaryWorkbook(): Uint8Array {
  return zip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'xl/workbook.bin', data: Buffer.of(0x83, 0x01, 0x00) },
  ]);
}

/** A web page with a table, which many programs save as .xls. */
export function webPage(): Uint8Array {
  return Buffer.from('<html><body><table><tr><td>Email</td></tr></table></body></html>');
}
