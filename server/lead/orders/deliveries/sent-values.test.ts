import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { MappedField } from '#contract/order-delivery.ts';
import { type SaleToSend, sentValues } from './sent-values.ts';

const ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e10';
const lead = {
  id: ID,
  firstName: 'Jörg',
  lastName: '',
  email: 'jorg@example.com',
  phone: '+4915112345678',
  country: 'Germany',
  city: null,
  depositDate: '2026-01-31',
  createdAt: '2026-02-01T23:30:05.000Z',
  isSold: true,
  currency: 'USD',
  tags: ['vip', 'summer'],
  customData: { Age: 41, Smoker: false, Born: '1985-03-09', 'Second Phone': '030 901820', toString: 'x' },
  owner: { id: ID, username: 'sam' },
  nextStep: { dueOn: '2026-03-01', note: null },
} as unknown as Lead;
const sale: SaleToSend = {
  deliveryId: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e99',
  soldAt: new Date('2026-07-01T22:15:30.500Z'),
  price: '12.50',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
};

const sent = (field: Omit<MappedField, 'to'>, of: Partial<Lead> = {}) =>
  sentValues([{ to: 'x', ...field } as MappedField], { ...lead, ...of } as Lead, sale)[0]?.value;

test.each<[string, unknown]>([
  ['firstName', 'Jörg'],
  ['lastName', null],
  ['city', null],
  ['isSold', true],
  ['tags', 'vip, summer'],
  ['ownerId', 'sam'],
  ['dueOn', '2026-03-01'],
  ['dueNote', null],
  ['createdAt', '2026-02-01T23:30:05.000Z'],
  ['custom:Age', 41],
  ['custom:Smoker', false],
  ['custom:None', null],
  ['custom:toString', 'x'],
  ['custom:constructor', null],
  ['leadId', ID],
  ['id', ID],
  ['deliveryId', sale.deliveryId],
  ['soldAt', '2026-07-01T22:15:30.500Z'],
  ['price', '12.50'],
  ['currency', 'EUR'],
])('a row from %s sends %j', (from, value) => {
  expect(sent({ from })).toBe(value);
});

test('a fixed text is sent as it is, and rows keep their order and names', () => {
  const fields = [
    { to: 'b.c', text: 'fixed' },
    { to: 'a', from: 'email' },
  ];
  expect(sentValues(fields, lead, sale)).toEqual([
    { to: 'b.c', value: 'fixed' },
    { to: 'a', value: 'jorg@example.com' },
  ]);
});

test.each<[string, string, Partial<Lead>, string]>([
  ['phone', 'digits', {}, '4915112345678'],
  ['phone', 'national', {}, '015112345678'],
  ['phone', 'national', { phone: '+12015550123' }, '2015550123'],
  ['phone', 'national', { phone: '+447400123456' }, '07400123456'],
  ['phone', 'e164', { phone: '030 901820' }, '+4930901820'],
  ['phone', 'e164', { phone: '030 901820', country: null }, '030 901820'],
  ['phone', 'national', { phone: 'ask her' }, 'ask her'],
  ['custom:Second Phone', 'e164', {}, '+4930901820'],
  ['country', 'iso2', {}, 'DE'],
  ['country', 'iso3', {}, 'DEU'],
  ['country', 'iso3', { country: 'Atlantis' }, 'Atlantis'],
  ['firstName', 'upper', {}, 'JÖRG'],
  ['firstName', 'lower', {}, 'jörg'],
  ['email', 'md5', {}, createHash('md5').update('jorg@example.com').digest('hex')],
  ['firstName', 'sha256', {}, createHash('sha256').update('Jörg', 'utf8').digest('hex')],
  ['depositDate', 'date:DD.MM.YYYY', {}, '31.01.2026'],
  ['custom:Born', 'date:MM/DD/YY', {}, '03/09/85'],
  // Berlin is two hours ahead in July.
  ['soldAt', 'date:YYYY-MM-DDTHH:mm:ss', {}, '2026-07-02T00:15:30'],
  ['createdAt', 'date:DD-MM-YYYY HH:mm', {}, '02-02-2026 00:30'],
  ['firstName', 'date:DD.MM.YYYY', {}, 'Jörg'],
  ['custom:Age', 'date:DD.MM.YYYY', {}, '41'],
  ['custom:Age', 'digits', {}, '41'],
])('%s as %s of %j is %s', (from, format, of, value) => {
  expect(sent({ from, format }, of)).toBe(value);
});

test.each(['digits', 'national', 'e164', 'iso2', 'iso3', 'upper', 'lower', 'md5', 'sha256', 'date:DD'])(
  'a missing value stays missing as %s',
  (format) => {
    expect(sent({ from: 'city', format })).toBeNull();
  },
);
