import { expect, test } from 'vitest';
import { KNOWN_STATUS_LIST } from '../values/status-words.ts';
import { autoMap } from './auto-map.ts';

/** Maps a file of columns with their first cells. */
function mapped(columns: Record<string, string[]>) {
  return autoMap(Object.keys(columns), [], { samples: (column) => columns[column] ?? [] });
}

test('a column without values yields to one with values, whatever their names', () => {
  const columns = {
    ...{ Ort: ['', ' '], 'Ort geschäftlich': ['Köln', ''], Phone: [''], 'Company Phone': ['1'] },
    ...{ Email: ['a@example.com'], 'Work Email': ['b@example.com'] },
  };
  expect(mapped(columns).mapping).toEqual({
    'Ort geschäftlich': 'city',
    'Company Phone': 'phone',
    Email: 'email',
  });
});

test('without any values, names decide as before', () => {
  expect(mapped({ Phone: [''], Mobile: [''] }).mapping).toEqual({ Phone: 'phone' });
  expect(mapped({ Phone: [], Mobile: [] }).mapping).toEqual({ Phone: 'phone' });
});

test('full names are split when the columns of first and last names are blank', () => {
  const names = { 'First Name': [''], 'Last Name': [''], 'Full Name': ['Jane Doe'] };
  expect(mapped(names).nameColumn).toBe('Full Name');
  expect(mapped({ ...names, 'Last Name': ['Doe'] }).nameColumn).toBeNull();
  expect(mapped({ Name: [''], 'Customer Name': ['Jane Doe'] }).nameColumn).toBe('Customer Name');
});

test('a name that leaves open what it holds means what the values are', () => {
  const countries = { CC: ['US', '', 'de'], _address_country_id: [''] };
  expect(mapped(countries).mapping).toEqual({ CC: 'country' });
  expect(mapped({ _address_country_id: ['GB', 'IT'] }).mapping).toEqual({ _address_country_id: 'country' });
  expect(mapped({ CC: ['the boss'], 'Country ID': ['1', '2'] }).mapping).toEqual({});
  expect(mapped({ CC: ['', ''] }).mapping).toEqual({});
  for (const column of ['Estado', 'Stage', 'Стадия', 'Stato']) {
    expect(mapped({ [column]: ['En proceso', 'Nuevo'] }).mapping).toEqual({ [column]: 'status' });
    expect(mapped({ [column]: ['Jalisco', 'SP'] }).mapping).toEqual({});
  }
  expect(mapped({ 'Lifecycle Stage': ['New'], 'Deal Stage': ['New'] }).mapping).toEqual({});
});

test('a certain name takes precedence over an uncertain one', () => {
  const columns = { CC: ['US'], Country: ['DE'], Stage: ['New'], 'Lead Status': ['Neu'] };
  expect(mapped(columns).mapping).toEqual({ Country: 'country', 'Lead Status': 'status' });
});

test.each(KNOWN_STATUS_LIST)('a stage that holds %s is a status', (status) => {
  expect(mapped({ Stage: [status] }).mapping).toEqual({ Stage: 'status' });
});

test.each([
  ...['Email__c', 'E-mail addr.', 'Email Addresses', 'Email/Login', 'Mail ID', 'emailid', 'user_email_full'],
  ...['Correo 1', 'メール', 'Spalte 7'],
])('%s holds emails', (column) => {
  expect(mapped({ [column]: ['ada@example.com', '', 'bo@example.com'] }).mapping).toEqual({
    [column]: 'email',
  });
});

test.each([
  ...['mobile_phone__c', 'phone_e164', 'phoneno', 'mobileno', 'phone_full', 'WhatsApp Phone', 'Mob. No.'],
  ...['Ph No', 'Handphone', 'No. Telp', 'e164', 'Контакт', '連絡先', 'Spalte 7'],
])('%s holds phones', (column) => {
  expect(mapped({ [column]: ['+447400123456', '', '+447400123457'] }).mapping).toEqual({ [column]: 'phone' });
});

test.each(['Fax', 'Has Phone', 'Device ID'])('%s holds no phones, whatever its values', (column) => {
  expect(mapped({ [column]: ['+447400123456', '+447400123457'] }).mapping).toEqual({});
});

test.each([
  ['Country Code', ['+44', '49', '0033']],
  ['Dial Code', ['44', '49']],
  ['Calling Code', ['1', '1-684']],
  ['Phone Country Code', ['GB', 'DE']],
  ['CC', ['44', '49']],
  ['Prefix', ['+44']],
  ['Ländervorwahl', ['49']],
  ['Indicatif', ['33']],
  ['Prefijo', ['34']],
  ['Prefisso', ['+39']],
  ['Телефонный код', ['7']],
  ['Column 3', ['+44', '+49']],
])('%s with %j is a calling code beside a phone, and no country without one', (column, values) => {
  const mapping = { [column]: 'callingCode', Phone: 'phone' };
  expect(mapped({ [column]: values, Phone: ['7400123456'] }).mapping).toEqual(mapping);
  expect(mapped({ [column]: values }).mapping).toEqual({});
});

test.each([
  ['Country Code', ['DE', 'GB'], 'country'],
  ['Prefix', ['Mr', 'Dr'], undefined],
  ['Age', ['44', '49'], undefined],
])('%s with %j is no calling code', (column, values, target) => {
  expect(mapped({ [column]: values, Phone: ['7400123456'] }).mapping[column]).toBe(target);
});
