import { expect, test } from 'vitest';
import { createMapper } from './map-row.ts';
import type { MapperInput } from './mapper-input.ts';

/** Maps one row given as values by target; each column is named after its target. */
function map(values: Record<string, string>, change: Partial<MapperInput> = {}) {
  const columns = Object.keys(values);
  const mapper = createMapper({
    columns,
    mapping: Object.fromEntries(columns.map((column) => [column, column])),
    customFields: [],
    mode: 'create',
    options: { defaultCountry: null, countryFromPhone: true },
    manualTags: [],
    columnTypes: {},
    ...change,
  });
  return mapper({ number: 7, cells: Object.values(values) });
}

const brief = ({ problems }: ReturnType<typeof map>) =>
  problems.map(({ severity, code, field }) => `${severity} ${code} ${field}`);

const givenKeys = (draft: object) =>
  Object.entries(draft).flatMap(([key, value]) => (value === undefined ? [] : [key]));

const CUSTOM: MapperInput['customFields'] = [
  { name: 'Plan', type: 'text', required: true },
  { name: 'Age', type: 'number', required: false },
  { name: 'Born', type: 'date', required: false },
  { name: 'VIP', type: 'boolean', required: false },
];

test('a full row becomes a full draft', () => {
  const row = {
    firstName: ' Ann ',
    lastName: "O'Brien",
    email: 'ANN@Example.com ',
    phone: '020 7946 0958',
    carrier: 'BT',
    country: 'U.K.',
    city: 'London',
    address: '1 High St',
    postcode: '00123',
    ip: '2001:DB8::1',
    brand: 'B',
    currency: 'GBP',
    depositAmount: '£1,234.5',
    depositDate: '13/04/2024',
    source: 'S',
    card: 'Visa',
    affiliate: 'A1',
    landingPage: 'https://example.com/?a=1',
    agent: 'G',
    depositer: 'yes',
    brandAgent: 'BA',
    numberHlrStatus: 'Active',
    whatsappHlr: 'valid',
    status: 'Qualified',
    customerNumber: 'C-1',
    tags: 'hot; VIP',
    'custom:Plan': 'Gold',
    'custom:Age': '41',
    'custom:Born': '1983-01-02',
    'custom:VIP': 'Yes',
  };
  expect(map(row, { customFields: CUSTOM, manualTags: [' vip ', 'May', ''] })).toEqual({
    number: 7,
    problems: [],
    draft: {
      firstName: 'Ann',
      lastName: "O'Brien",
      email: 'ann@example.com',
      phone: '+442079460958',
      numberValid: true,
      carrier: 'BT',
      country: 'United Kingdom',
      city: 'London',
      address: '1 High St',
      postcode: '00123',
      ip: '2001:db8::1',
      brand: 'B',
      currency: 'GBP',
      depositAmount: '1234.50',
      depositDate: '2024-04-13',
      source: 'S',
      card: 'Visa',
      affiliate: 'A1',
      landingPage: 'https://example.com/?a=1',
      agent: 'G',
      depositer: 'yes',
      brandAgent: 'BA',
      hlr: 'Active',
      whatsapp: 'valid',
      status: 'qualified',
      customerNumber: 'C-1',
      tags: ['hot', 'VIP', 'May'],
      customData: { Plan: 'Gold', Age: 41, Born: '1983-01-02', VIP: true },
    },
  });
});

test('blank and missing cells have no value', () => {
  expect(map({ email: 'a@b.co', city: '  ', phone: '' }).draft).toEqual({
    numberValid: false,
    email: 'a@b.co',
  });
  const mapper = createMapper({
    columns: ['E', 'C'],
    mapping: { E: 'email', C: 'city' },
    customFields: [],
    mode: 'create',
    options: { defaultCountry: null, countryFromPhone: true },
    manualTags: [],
    columnTypes: {},
  });
  expect(mapper({ number: 2, cells: ['a@b.co'] }).draft).toEqual({ numberValid: false, email: 'a@b.co' });
});

test('a row needs an email or a phone, of which an invalid one is enough', () => {
  expect(brief(map({ email: ' ', phone: '', city: 'X' }))).toEqual(['error no_contact null']);
  expect(map({ phone: '12345' })).toMatchObject({
    problems: [
      { severity: 'warning', code: 'invalid_phone', field: 'phone', column: 'phone', value: '12345' },
    ],
    draft: { phone: '12345', numberValid: false },
  });
  expect(map({ phone: '4.47E+11' })).toMatchObject({
    problems: [
      { severity: 'warning', code: 'excel_number', field: 'phone', column: 'phone', value: '4.47E+11' },
    ],
    draft: { phone: '4.47E+11', numberValid: false },
  });
});

test('a malformed email is an error, with or without a phone', () => {
  expect(brief(map({ email: 'a@b' }))).toEqual(['error invalid_email email']);
  const both = map({ email: 'a@b', phone: '+442079460958' });
  expect(brief(both)).toEqual(['error invalid_email email']);
  expect(both.draft).toEqual({ numberValid: true, phone: '+442079460958', country: 'United Kingdom' });
});

test('what cannot be read is a warning with the original value, and the field stays empty', () => {
  const row = {
    email: 'a@b.co',
    depositAmount: 'lots',
    depositDate: '31/02/2024',
    ip: '1.2.3',
    'custom:Age': 'old',
  };
  const mapped = map({ ...row, 'custom:Plan': 'x' }, { customFields: CUSTOM });
  expect(mapped.draft).toEqual({ numberValid: false, email: 'a@b.co', customData: { Plan: 'x' } });
  expect(
    mapped.problems.map(({ severity, code, field, column, value }) => [severity, code, field, column, value]),
  ).toEqual([
    ['warning', 'invalid_amount', 'depositAmount', 'depositAmount', 'lots'],
    ['warning', 'invalid_date', 'depositDate', 'depositDate', '31/02/2024'],
    ['warning', 'invalid_ip', 'ip', 'ip', '1.2.3'],
    ['warning', 'invalid_number', 'custom:Age', 'custom:Age', 'old'],
  ]);
});

test('a required custom field that is missing or unreadable is an error in create mode alone', () => {
  const fields = [{ name: 'Age', type: 'number' as const, required: true }];
  expect(brief(map({ email: 'a@b.co' }, { customFields: fields }))).toEqual([
    'error missing_required custom:Age',
  ]);
  const blank = { email: 'a@b.co', 'custom:Age': ' ' };
  const bad = { email: 'a@b.co', 'custom:Age': 'old' };
  expect(brief(map(blank, { customFields: fields }))).toEqual(['error missing_required custom:Age']);
  expect(brief(map(bad, { customFields: fields }))).toEqual(['error invalid_number custom:Age']);
  const update = { customFields: fields, mode: 'update' as const, matchField: 'email' as const };
  expect(brief(map(blank, update))).toEqual([]);
  expect(brief(map(bad, update))).toEqual(['warning invalid_number custom:Age']);
});

const GB = { options: { defaultCountry: 'GB', countryFromPhone: true } };
const GB_ALONE = { options: { defaultCountry: 'GB', countryFromPhone: false } };

test('the country of a row: its own, else that of the phone, else the default', () => {
  const country = (row: Record<string, string>, change: Partial<MapperInput> = {}) =>
    map(row, change).draft.country;
  expect(country({ phone: '+4930901820', country: 'FR' }, GB)).toBe('France');
  expect(country({ phone: '+4930901820', country: '' }, GB)).toBe('Germany');
  expect(country({ phone: '+4930901820' }, GB_ALONE)).toBe('United Kingdom');
  expect(country({ phone: '12', country: '' }, GB)).toBe('United Kingdom');
  expect(country({ email: 'a@b.co' }, GB)).toBe('United Kingdom');
  expect(country({ phone: '+80012345678' }, GB)).toBe('United Kingdom');
  expect(country({ phone: '+4930901820' })).toBe('Germany');
  expect(country({ phone: '030 901820' })).toBeUndefined();
});

test('national numbers are read with the country of the row, in a row without one with the default', () => {
  expect(map({ phone: '030 901820', country: 'Deutschland' }, GB).draft.phone).toBe('+4930901820');
  expect(map({ phone: '020 7946 0958', country: '' }, GB).draft.phone).toBe('+442079460958');
  const unknown = map({ phone: '020 7946 0958', country: 'Atlantis' }, GB).draft;
  expect(unknown).toEqual({ numberValid: false, phone: '020 7946 0958', country: 'Atlantis' });
});

test('update mode derives nothing and demands no contact', () => {
  const update: Partial<MapperInput> = { ...GB, mode: 'update', matchField: 'id', manualTags: ['x'] };
  const id = '0190E2B4-7C1A-7000-8000-00000000000A';
  expect(map({ id, phone: '020 7946 0958' }, update).draft).toEqual({
    id: id.toLowerCase(),
    phone: '+442079460958',
    numberValid: true,
    typedPhone: { text: '020 7946 0958', column: 'phone', isNational: true },
    tags: ['x'],
  });
  expect(map({ id: '', city: 'X' }, update)).toMatchObject({ problems: [], draft: { city: 'X' } });
  expect(brief(map({ id: '17', city: 'X' }, update))).toEqual(['error invalid_id id']);
  expect(map({ id: '17', email: 'a@b.co' }, { mode: 'update', matchField: 'email' })).toEqual({
    number: 7,
    problems: [],
    draft: { email: 'a@b.co', numberValid: false },
  });
});

test('a full name is split; a name with a column and value of its own stays', () => {
  const split = { nameSplit: { column: 'Name' }, columns: ['Name', 'Last', 'E'] };
  const mapping = { Last: 'lastName', E: 'email' };
  const draft = (name: string, last: string, more = {}) =>
    map({ Name: name, Last: last, E: 'a@b.co' }, { ...split, mapping: { ...mapping, ...more } }).draft;
  expect(draft('Jan van der Berg', '')).toMatchObject({ firstName: 'Jan', lastName: 'van der Berg' });
  expect(draft('Jan van der Berg', 'Smith')).toMatchObject({ firstName: 'Jan', lastName: 'Smith' });
  expect(draft('Jan Berg', 'Jo', { Last: 'firstName' })).toMatchObject({ firstName: 'Jo', lastName: 'Berg' });
  expect(draft('Jan Berg', '', { Name: 'firstName' })).toMatchObject({ firstName: 'Jan', lastName: 'Berg' });
});

test('texts that are too long are reported, cut to 500 characters, and left out', () => {
  const mapped = map({
    email: 'a@b.co',
    city: 'x'.repeat(2001),
    brand: 'ж'.repeat(1001),
    agent: 'ж'.repeat(1000),
  });
  expect(brief(mapped)).toEqual(['warning too_long city', 'warning too_long brand']);
  expect(mapped.problems[0]?.value).toBe('x'.repeat(500));
  expect(mapped.draft).toEqual({ numberValid: false, email: 'a@b.co', agent: 'ж'.repeat(1000) });
  for (const target of ['phone', 'country', 'tags', 'depositAmount', 'depositDate', 'ip', 'status']) {
    const long = map({ email: 'a@b.co', [target]: 'x'.repeat(1_000_000) });
    expect([target, long.problems.length, givenKeys(long.draft)]).toEqual([
      target,
      1,
      ['email', 'numberValid'],
    ]);
  }
  expect(brief(map({ email: 'x'.repeat(1_000_000) }))).toEqual(['error invalid_email email']);
});

test('the apostrophes that a cell has left when it is mapped are its own', () => {
  const { draft } = map({ email: 'a@b.co', city: "'=1+1", brand: '-x', agent: "'s-Hertogenbosch" });
  expect(draft).toMatchObject({ city: "'=1+1", brand: '-x', agent: "'s-Hertogenbosch" });
});

test('dates and amounts follow the types inferred for their column', () => {
  const row = { email: 'a@b.co', depositAmount: '1.234', depositDate: '03/04/2024' };
  const columnTypes = {
    depositAmount: { dateOrder: 'dmy' as const, decimal: ',' as const },
    depositDate: { dateOrder: 'mdy' as const, decimal: '.' as const },
  };
  expect(map(row, { columnTypes }).draft).toMatchObject({
    depositAmount: '1234.00',
    depositDate: '2024-03-04',
  });
  expect(map(row).draft).toMatchObject({ depositAmount: '1.23', depositDate: '2024-04-03' });
});

test('a custom field may have any name', () => {
  const fields = [{ name: '__proto__', type: 'text' as const, required: true }];
  const input = { columns: ['E', 'P'], mapping: { E: 'email', P: 'custom:__proto__' }, customFields: fields };
  const { draft, problems } = map({ E: 'a@b.co', P: 'x' }, input);
  expect(problems).toEqual([]);
  expect(JSON.stringify(draft.customData)).toBe('{"__proto__":"x"}');
});

test.each(['create', 'update'] as const)('a word for nothing is no value in any field (%s)', (mode) => {
  const texts = [
    'firstName',
    'city',
    'country',
    'source',
    'ip',
    'depositAmount',
    'depositDate',
    'tags',
    'status',
  ];
  const words = ['N/A', '-', '(null)', '\\N', 'keine Angabe', 'НЕИЗВЕСТНО', 'ninguno', 'n.v.t.', '#N/A', '?'];
  for (const word of words) {
    const fields = Object.fromEntries([...texts, 'phone', 'custom:Age', 'note'].map((key) => [key, word]));
    const row = map({ ...fields, email: 'ada@example.com' }, { mode, customFields: CUSTOM.slice(1) });
    expect([word, row.problems, givenKeys(row.draft)]).toEqual([word, [], ['email', 'numberValid']]);
    const none = map({ email: word, phone: word }, { mode });
    expect(givenKeys(none.draft)).toEqual(['numberValid']);
  }
});

test('a phone without a digit is none, and a number check may be Unknown', () => {
  const row = map({ phone: 'ask him', email: 'ada@example.com', numberHlrStatus: 'Unknown' });
  expect(brief(row)).toEqual(['warning no_phone phone']);
  expect(givenKeys(row.draft).toSorted()).toEqual(['email', 'hlr', 'numberValid']);
});

test('a column of calling codes reads the phone and never fills the country', () => {
  const options = { defaultCountry: 'DE', countryFromPhone: true };
  const row = (callingCode: string, phone: string) => map({ callingCode, phone }, { options }).draft;
  expect(row('44', '7400 123456')).toMatchObject({ phone: '+447400123456', country: 'United Kingdom' });
  expect(row('', '0171 2345678')).toMatchObject({ phone: '+491712345678', country: 'Germany' });
  expect(row('+33', '+447400123456')).toMatchObject({ phone: '+447400123456' });
  const update = map({ callingCode: '0033', phone: '612345678', email: 'a@b.co' }, { mode: 'update' });
  expect(update.draft.typedPhone).toMatchObject({ text: '+33612345678', isNational: false });
});

test('a date whose order the column leaves open is stored with a warning', () => {
  const style = { dateOrder: 'dmy' as const, decimal: '.' as const, rivals: ['mdy' as const] };
  const dated = (depositDate: string) =>
    map({ email: 'a@b.co', depositDate }, { columnTypes: { depositDate: style } });
  expect([dated('05/06/22').draft.depositDate, brief(dated('05/06/22'))]).toEqual([
    '2022-06-05',
    ['warning unsure_date depositDate'],
  ]);
  expect(brief(dated('30/11/22'))).toEqual([]);
});
