import { describe, expect, test } from 'vitest';
import { foreignPhone } from './phone-country.ts';
import { readPhone } from './read-phone.ts';

function brief(text: string, region: string | null) {
  const { phone, valid, fault } = readPhone(text, region);
  return [phone, valid, fault?.code ?? null];
}

test.each([
  ['49 171 2345681', 'DE', '+491712345681'],
  ['49-171-2345681', 'DE', '+491712345681'],
  ['49/171/2345681', 'DE', '+491712345681'],
  ['(49) 171 2345681', 'DE', '+491712345681'],
  ['491712345681', 'DE', '+491712345681'],
  ['43 664 1234567', 'AT', '+436641234567'],
  ['91 98765 43210', 'IN', '+919876543210'],
  // Not valid as international numbers: 55 and 7 are area codes here.
  ['55 98123 4567', 'BR', '+5555981234567'],
  ['030 901820', 'DE', '+4930901820'],
])(
  'digits with separators that start with the calling code are international: %s in %s',
  (text, region, e164) => {
    expect(brief(text, region)).toEqual([e164, true, null]);
  },
);

test.each([
  ['p:+34612345678', null, '+34612345678'],
  ['p:07400123456', 'GB', '+447400123456'],
  ['="+447400123459"', null, '+447400123459'],
  ['="07400123450"', 'GB', '+447400123450'],
  ["'+447400123456", null, '+447400123456'],
  ["'07400 123456", 'GB', '+447400123456'],
  ['"020 7946 0958"', 'GB', '+442079460958'],
  ['Mob.: 07400 123456', 'GB', '+447400123456'],
  ['WhatsApp:+447400123456', null, '+447400123456'],
  ['Tel.-Nr. 2: 030 901820', 'DE', '+4930901820'],
  ['Mobile 07400 123456', 'GB', '+447400123456'],
  ['(mobile) +447400123456', null, '+447400123456'],
  ['+44 7400 123456 (WhatsApp, mobile)', null, '+447400123456'],
  ['07400 123456 home', 'GB', '+447400123456'],
  ['☎ 030 901820', 'DE', '+4930901820'],
  ['Тел.: 8 (495) 123-45-67', 'RU', '+74951234567'],
])('what real exports write around a number is no part of it: %s', (text, region, e164) => {
  expect(brief(text, region)).toEqual([e164, true, null]);
});

test.each([
  ['０７４００ １２３４５６', 'GB', '+447400123456'],
  ['＋４４ ７４００ １２３４５６', null, '+447400123456'],
  ['００４４７４００１２３４５６', null, '+447400123456'],
  ['٠٧٤٠٠١٢٣٤٥٦', 'GB', '+447400123456'],
  ['\u202A+44\u200B7400\u2060123456\u202C', null, '+447400123456'],
  ['0171–2345678', 'DE', '+491712345678'],
])('digits of other scripts are digits, and invisible characters are none: %j', (text, region, e164) => {
  expect(brief(text, region)).toEqual([e164, true, null]);
});

test('an invalid phone is kept as typed, without its invisible characters', () => {
  expect(brief(' 12\u200B345\uFEFF ', 'GB')).toEqual(['12345', false, null]);
  expect(brief('１２３', 'GB')).toEqual(['１２３', false, null]);
});

test.each([
  ['020 7946 0018 / 07400 123456', 'GB', '+442079460018'],
  ['020 7946 0018; 07400 123456', 'GB', '+442079460018'],
  ['+44 7400 123456 ::: +44 7400 123457', null, '+447400123456'],
  ['0171 2345678/0172 3456789', 'DE', '+491712345678'],
  ['0171 / 2345678, 0172 / 3456789', 'DE', '+491712345678'],
  ['030901820;030901821', 'DE', '+4930901820'],
  ['123456 or 07400 123456', 'GB', '+447400123456'],
  ['12345; 07400 123456', 'GB', '+447400123456'],
  ['030/901820; 0171/2345678', 'DE', '+4930901820'],
  ['Tel: 030 901820 Fax: 030 901821', 'DE', '+4930901820'],
  ['+1 416-555-0123 home\n+1 416-555-0124 work', null, '+14165550123'],
])('of several numbers the first valid one is used, and the others are told of: %j', (text, region, e164) => {
  expect(brief(text, region)).toEqual([e164, true, 'other_phones']);
});

test('a number that is there twice is one, and a slash within a number separates none', () => {
  expect(brief('+447400123456; 07400 123456', 'GB')).toEqual(['+447400123456', true, null]);
  expect(brief('07400 123456; ask for Joe', 'GB')).toEqual(['+447400123456', true, null]);
  expect(brief('07400 123456, Joe', 'GB')).toEqual(['+447400123456', true, null]);
  expect(brief('030/901820', 'DE')).toEqual(['+4930901820', true, null]);
  expect(brief('030 / 901820', 'DE')).toEqual(['+4930901820', true, null]);
  expect(brief('0171,234567,89', 'DE')).toEqual(['0171,234567,89', false, null]);
  expect(brief('020 7946 0018/19', 'GB')).toEqual(['020 7946 0018/19', false, null]);
});

test.each([
  ['call 020 7946 0958', 'GB'],
  ['1-800-FLOWERS', 'US'],
  ['n/a', 'GB'],
  ['a / b; c', 'GB'],
  ['123456; 654321', 'GB'],
  [`${'tel: '.repeat(200)}x`, 'GB'],
])('%j is no number', (text, region) => {
  expect(brief(text, region)).toEqual([text, false, null]);
});

describe('a number of another country than the lead’s', () => {
  const codeOf = (phone: string, country: string | null) =>
    foreignPhone({ phone, valid: true, country })?.code ?? null;

  test('is told of', () => {
    const { phone } = readPhone('00151 23456111', 'DE');
    expect(foreignPhone({ phone, valid: true, country: 'Germany' })).toEqual({
      code: 'phone_country',
      message:
        "The number's country is United States, but the lead's country is Germany; check which is right",
    });
    expect(codeOf('+14165550123', 'United States')).toBe('phone_country');
    expect(codeOf('+74951234567', 'Kazakhstan')).toBe('phone_country');
  });

  test('does not include islands and dependencies, nor numbers of no country', () => {
    // 07911 is a prefix of Guernsey.
    expect(codeOf('+447911123456', 'United Kingdom')).toBeNull();
    expect(codeOf('+17875550123', 'United States')).toBeNull();
    expect(codeOf('+18005550199', 'Canada')).toBeNull();
    expect(codeOf('+80012345678', 'Germany')).toBeNull();
    expect(codeOf('+4930901820', 'Antarctica')).toBeNull();
    expect(codeOf('+4930901820', 'Atlantis')).toBeNull();
    expect(codeOf('+4930901820', null)).toBeNull();
    expect(foreignPhone({ phone: '12345', valid: false, country: 'Germany' })).toBeNull();
  });
});
