import { expect, test } from 'vitest';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import { autoMap } from './auto-map.ts';

const CUSTOM = [{ name: 'Plan' }, { name: 'Company Email' }];

function targetOf(column: string, mode: 'create' | 'update' = 'create'): string | null {
  return autoMap([column], CUSTOM, { mode }).mapping[column] ?? null;
}

const EXPECTED: Record<string, string[]> = {
  firstName: [
    'first_name',
    'First Name',
    'FIRSTNAME',
    'first-name',
    'fname',
    'Given Name',
    'First',
    'Name (First)',
  ],
  lastName: ['last_name', 'Last Name', 'lname', 'Surname', 'family_name', 'Last'],
  email: ['e-mail', 'eMail', 'E_MAIL', 'email_address', 'Email Address', 'Work Email', 'email2', 'Mail'],
  phone: [
    ...[
      'phone1',
      'phone2',
      'Phone (2)',
      'telephone',
      'cellphone',
      'Cell Phone',
      'Mobile Number',
      'Tel.',
      'TelNo',
    ],
    ...[
      'SMS Number',
      'Text Number',
      'Phone (with country code)',
      'Phone Number (incl. prefix)',
      'WhatsApp Number',
      'Contact Number',
    ],
  ],
  carrier: ['Operator', 'Mobile Carrier', 'Phone Provider', 'provider'],
  country: ['Nation', 'Country Code', 'Country Name', 'GEO', 'IP Country', 'phone_country'],
  city: ['city', 'City Name'],
  address: ['Street Address', 'street', 'Address 1', 'Address Line 2', 'Postal Address', 'Billing Address'],
  postcode: ['zip', 'zipcode', 'Zip Code', 'Post Code', 'Postal Code', 'ZIP/Postal Code', 'PostCode'],
  ip: ['IP', 'Client IP', 'ipaddress', 'IPAddress', 'ip_address', 'Signup IP Address', 'ip_addr'],
  brand: ['Brand Name', 'brand'],
  currency: ['Currency', 'Deposit Currency'],
  depositAmount: [
    'DepositAmount',
    'deposit value',
    'Deposit Amount (USD)',
    'FTD Amount',
    'Amount of deposit',
  ],
  depositDate: ['Deposit Date', 'FTD Date', 'First Deposit Date', 'Date of Deposit'],
  source: ['Source URL', 'utm_source', 'Traffic Source'],
  card: ['Card Type', 'card'],
  affiliate: ['Affiliate ID', 'Aff Sub', 'aff'],
  landingPage: ['landing_page', 'Landing URL', 'Page', 'LandingPage'],
  brandAgent: ['brand_agent', 'Brand Agent Name'],
  hlr: ['HLR', 'hlr_status', 'HLR Result'],
  whatsapp: ['WhatsApp', 'WhatsApp Status', 'has whatsapp'],
  whatsappHlr: ['whatsapp_hlr', 'WhatsApp HLR', 'WhatsApp HLR Result'],
  numberHlrStatus: ['numberHlrStatus', 'Number HLR Status'],
  status: ['Status', 'Lead Status', 'Prospect Status'],
  customerNumber: ['Customer Number', 'customer_number'],
  tags: ['Tags', 'tag', 'Labels', 'category', 'Product Category'],
  'custom:Plan': ['Plan', 'plan'],
  'custom:Company Email': ['company_email'],
};

test.each(Object.entries(EXPECTED))('columns that feed %s', (target, columns) => {
  expect(columns.map((column) => [column, targetOf(column)])).toEqual(
    columns.map((column) => [column, target]),
  );
});

test('columns that hold a keyword only inside another word, or mean something else', () => {
  const columns = [
    ...[
      'description',
      'hotel',
      'stage',
      'company name',
      'company_name',
      'county',
      'State',
      'web',
      'Campaign',
    ],
    ...[
      'Registration Date',
      'Date of Birth',
      'Date',
      'Amount',
      'Deposit',
      'Nationality',
      'Destination',
      'Capacity',
    ],
    ...[
      'Telegram',
      'Staff',
      'Resource',
      'Discard',
      'Username',
      'Middle Name',
      'Recipient',
      'Clip',
      'VoIP',
      'iPhone',
    ],
    ...[
      'Phone Type',
      'Phone Status',
      'Email Verified',
      'Email Opt-In',
      'Page Views',
      'Wallet Address',
      'Web Address',
    ],
    ...['User Agent', 'Country Phone Code', 'Dial Code', 'Email Provider', 'First Contact', '', '   ', '123'],
  ];
  expect(columns.filter((column) => targetOf(column) !== null)).toEqual([]);
});

test('every importable field is found by its key and its label, in both modes', () => {
  for (const field of LEAD_FIELDS.filter((one) => one.importable)) {
    const keys = field.kind === 'user' ? [] : [field.key, field.column];
    for (const name of [...keys, field.label, field.label.toUpperCase()]) {
      expect([name, targetOf(name, 'update')]).toEqual([name, field.key]);
    }
  }
});

test('what only an export carries stays unmapped, and the Lead ID too save in update mode', () => {
  const columns = [
    'Lead ID',
    'id',
    'Number Valid',
    'numberValid',
    'Sold',
    'isSold',
    'Created At',
    'Import ID',
  ];
  expect(autoMap(columns, []).mapping).toEqual({});
  expect(autoMap(columns, [], { mode: 'update' }).mapping).toEqual({ 'Lead ID': 'id' });
});

test('the headers of an export map back to their fields', () => {
  const labels = [...LEAD_FIELDS.map((field) => field.label), 'Plan'];
  const importable = LEAD_FIELDS.filter((field) => field.importable && !field.updateOnly);
  expect(autoMap(labels, CUSTOM).mapping).toEqual({
    ...Object.fromEntries(importable.map((field) => [field.label, field.key])),
    Plan: 'custom:Plan',
  });
});

test('one field takes one column: exact before keyword, plain before doubtful, low before high, then the first', () => {
  const taken = (columns: string[], target: string) =>
    Object.entries(autoMap(columns, []).mapping).find(([, found]) => found === target)?.[0];
  expect(taken(['phone2', 'phone1'], 'phone')).toBe('phone1');
  expect(taken(['phone1', 'Mobile'], 'phone')).toBe('phone1');
  expect(taken(['Mobile', 'Phone'], 'phone')).toBe('Phone');
  expect(taken(['WhatsApp Number', 'Mobile'], 'phone')).toBe('Mobile');
  expect(taken(['Company Phone', 'Phone (day)'], 'phone')).toBe('Phone (day)');
  expect(taken(['IP Country', 'Country Name'], 'country')).toBe('Country Name');
  expect(taken(['Street', 'Street'], 'address')).toBe('Street');
});

test('two targets that are stored in one field never both get a column', () => {
  expect(autoMap(['HLR Status', 'Number HLR Status', 'WhatsApp', 'WhatsApp HLR'], []).mapping).toEqual({
    'HLR Status': 'hlr',
    WhatsApp: 'whatsapp',
  });
});

test('a column that loses its field does not fall back to another', () => {
  expect(autoMap(['Email', 'Email Address'], []).mapping).toEqual({ Email: 'email' });
});

test('the full-name column is named only when there is no first or last name', () => {
  const found = ['Name', 'full_name', 'ContactName', 'Lead Name', 'customer-name'].map(
    (column) => autoMap(['Email', column], []).nameColumn,
  );
  expect(found).toEqual(['Name', 'full_name', 'ContactName', 'Lead Name', 'customer-name']);
  expect(autoMap(['Name', 'Surname'], []).nameColumn).toBeNull();
  expect(autoMap(['Company Name'], []).nameColumn).toBeNull();
});

test('a typical American contact list', () => {
  const columns = 'first_name,last_name,company_name,address,city,county,state,zip,phone1,phone2,email,web';
  expect(autoMap(columns.split(','), [])).toEqual({
    mapping: {
      first_name: 'firstName',
      last_name: 'lastName',
      address: 'address',
      city: 'city',
      zip: 'postcode',
      phone1: 'phone',
      email: 'email',
    },
    nameColumn: null,
  });
});
