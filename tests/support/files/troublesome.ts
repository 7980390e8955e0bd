import { csv } from './csv.ts';
import { sheetXml, xlsx } from './xlsx.ts';

// Files as other programs export them, each with a trait that made importers lose, double or damage leads.

/** An export of Meta lead ads: UTF-16 with tabs, prefixes before phones and postcodes, full names. */
export function facebookLeads(): Uint8Array {
  const table = [
    [
      'id',
      'created_time',
      'is_organic',
      'full_name',
      'phone_number',
      'email',
      'city',
      'post_code',
      'country',
    ],
    [
      ...['l:1234567890123456', '2024-03-05T08:12:33-05:00', 'false', 'Ana María García López'],
      ...['p:+34612345678', 'ana@example.es', 'Madrid', 'z:28013', 'ES'],
    ],
    [
      ...['l:1234567890123457', '2024-03-05T09:12:33+01:00', 'false', 'Jürgen von der Heide'],
      ...['p:+491712345678', 'juergen@example.de', 'Köln', 'z:50667', 'DE'],
    ],
  ];
  return csv(table, { delimiter: '\t', encoding: 'utf-16le', mark: true, lineEnd: '\n' });
}

/** An export of Google Contacts: several values in a cell, an address of several lines, columns that end empty. */
export function googleContacts(): Uint8Array {
  const address = '12 High St\nLondon\nSW1A 1AA\nUnited Kingdom';
  return csv(
    [
      [
        ...['First Name', 'Last Name', 'Labels', 'E-mail 1 - Value', 'E-mail 2 - Value', 'Phone 1 - Value'],
        ...['Phone 2 - Value', 'Address 1 - Formatted', 'Address 1 - City', 'Address 1 - Country'],
      ],
      [
        ...['Alice', 'Archer', '* myContacts ::: Leads', 'alice@example.com', 'alice.home@example.net'],
        ...['+44 7400 900123', '020 7946 0018', address, 'London', 'United Kingdom'],
      ],
      ['Bob', 'Baker', '* myContacts', 'bob@example.com', '', '+44 7400 123456 ::: +44 7400 123457'],
      ['Solo', '', '* myContacts', '', '', '+1 212-555-0155', '', '', '', ''],
    ],
    { lineEnd: '\n' },
  );
}

/** An export of Mailchimp: tags in quotes within quotes, IP addresses, national phone numbers. */
export function mailchimpAudience(): Uint8Array {
  return csv([
    ['Email Address', 'First Name', 'Phone Number', 'MEMBER_RATING', 'OPTIN_IP', 'CC', 'TAGS'],
    ['urist@example.com', 'Urist', '(404) 555-1234', '2', '203.0.113.7', 'US', '"Influencer","VIP"'],
    ['sample@example.org', 'Jörg', '', '3', '', 'DE', '"newsletter"'],
  ]);
}

/** An export of Outlook: many columns of phones of which the mobile one counts, and a date that means none. */
export function outlookContacts(): Uint8Array {
  return csv([
    [
      ...['First Name', 'Last Name', 'E-mail Address', 'Home Phone', 'Business Phone', 'Mobile Phone'],
      ...['Business City', 'Business Country/Region', 'Anniversary', 'Birthday'],
    ],
    [
      ...['Dieter', 'Huber', 'dieter@example.at', '', '+43 1 234567890', '0664 1234567'],
      ...['Wien', 'Österreich', '0/0/00', '0/0/00'],
    ],
    ['Eva', 'Klein', '', '', '', '+43 664 7654321', '', '', '0/0/00', '0/0/00'],
  ]);
}

/** An export of Pipedrive: names, countries and labels in two scripts, a prefix before every header. */
export function pipedrivePeople(): Uint8Array {
  return csv([
    [
      ...['Person - Name', 'Person - Email - Work', 'Person - Phone - Work', 'Person - Phone - Mobile'],
      ...['Person - Label', 'Person - Country of Postal address'],
    ],
    ['Ivan Petrov', 'ivan@example.ru', '8 (495) 123-45-67', '+7 912 345-67-89', 'Hot lead', 'Россия'],
    ['Ольга Иванова', 'olga@example.ru', '8 495 765 43 21', '', 'Hot lead, VIP', 'RU'],
  ]);
}

/** An export of Shopify: apostrophes before numbers. */
export function shopifyCustomers(): Uint8Array {
  return csv([
    [
      ...['Customer ID', 'First Name', 'Last Name', 'Email', 'Default Address Country Code'],
      ...['Default Address Zip', 'Default Address Phone', 'Phone', 'Tags'],
    ],
    [
      ...["'6940095564081", 'Russell', 'Winfield', 'Russel.winfield@example.com', 'CA'],
      ...["'K1A 0B6", "'+16135550135", "'+16135550142", 'vip, wholesale'],
    ],
    ["'6940095564082", 'Marie', 'Tremblay', 'marie@example.ca', 'CA', "'H2X 1Y4", '', "'+15145550199", ''],
  ]);
}

/** Cells of emails that have none, a name around one, or two. */
export function emailsNotAvailable(): Uint8Array {
  return csv([
    ['First Name', 'E-mail', 'Phone', 'Country'],
    ['Ann', 'N/A', '+442079460018', 'GB'],
    ['Bob', '-', '+442079460019', 'GB'],
    ['Cid', 'Jane Doe <jane@example.com>', '+442079460020', 'GB'],
    ['Dan', 'a@example.com; b@example.com', '+442079460021', 'GB'],
  ]);
}

/** Phones and postcodes in formulas that keep Excel from changing them. */
export function formulaGuards(): Uint8Array {
  return csv([
    ['Email', 'Phone', 'Country', 'Postal Code'],
    ['a@example.com', '="+447400123459"', 'GB', '="01234"'],
    ['b@example.com', '="07400123450"', 'GB', '="00501"'],
  ]);
}

/** One German number in three spellings. */
export function germanSpellings(): Uint8Array {
  return csv([
    ['Email', 'Phone', 'Country'],
    ['a@example.com', '49 171 2345681', 'Germany'],
    ['b@example.com', '491712345681', 'Germany'],
    ['c@example.com', '+49 171 2345681', 'Germany'],
  ]);
}

/** Lines that end in CR LF, LF and CR within one file. */
export function mixedLineEnds(): Uint8Array {
  return Buffer.from('Email,First Name\r\na@example.com,A\nb@example.com,B\rc@example.com,C\r\n');
}

/** UTF-8 with a single byte cut off. */
export function oneBadByte(): Uint8Array {
  return Buffer.concat([
    Buffer.from('First Name,Last Name,Email\nJürgen,Müller,j@example.com\n山田,太郎,y@example.com\nBad,Cut'),
    Buffer.of(0xc3),
    Buffer.from(',z@example.com\n'),
  ]);
}

/** A worksheet with a button on it, in markup after its rows that names rows and columns of its own. */
export function formControl(people: readonly (readonly string[])[]): Uint8Array {
  const rows = [['First Name', 'Email', 'Phone'], ...people].map((cells, row) => {
    const written = cells.map(
      (text, column) => `<c r="${'ABC'[column]}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const anchor =
    '<anchor><from><xdr:col>4</xdr:col><xdr:row>1</xdr:row></from><to><xdr:col>6</xdr:col><xdr:row>3</xdr:row></to></anchor>';
  const choice = (content: string) =>
    `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x14">${content}</mc:Choice></mc:AlternateContent>`;
  const control = `<control shapeId="1025" name="Button 1"><controlPr>${anchor}</controlPr></control>`;
  const controls = choice(`<controls>${choice(control)}</controls>`);
  const namespace = 'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns=';
  const xml = sheetXml(rows.join(''))
    .replace('xmlns=', namespace)
    .replace('</worksheet>', `${controls}</worksheet>`);
  return xlsx({ sheets: [{ name: 'Sheet1', rows: [], xml }] });
}

/** As many columns as Excel has, all of one name, and one row. */
export function allOfOneName(columns = 16_384): Uint8Array {
  return csv([Array.from({ length: columns }, () => 'x'), Array.from({ length: columns }, () => '1')]);
}
