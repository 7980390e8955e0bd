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
});

test.each([
  ['order 12345678', 'DE'],
  ['am 05.01.2024 anrufen', 'DE'],
  ['1-800-FLOWERS', 'US'],
  ['n/a', 'GB'],
  ['a / b; c', 'GB'],
  ['123456; 654321', 'GB'],
  [`${'tel: '.repeat(200)}x`, 'GB'],
])('%j is no number', (text, region) => {
  expect(brief(text, region)).toEqual([text, false, null]);
});

test.each([
  ['201-555-0123 Mr. Smith', 'US', '+12015550123'],
  ['call 020 7946 0958', 'GB', '+442079460958'],
  ['12345 / 07400 123416', 'GB', '+447400123416'],
  ['12345, 07400 123418', 'GB', '+447400123418'],
  ['n/a / 07400 123420', 'GB', '+447400123420'],
  ['Herr Meier 0171 2345678 abends', 'DE', '+491712345678'],
  ['06 12 34 56 78 après 18h', 'FR', '+33612345678'],
  ['звонить 8 912 345 67 89 утром', 'RU', '+79123456789'],
  ['llamar al 612 345 678', 'ES', '+34612345678'],
  ['ring +48 512 345 678 proszę', null, '+48512345678'],
])('text around a number goes, with a fault: %s', (text, region, e164) => {
  const [phone, valid, code] = brief(text, region);
  expect([phone, valid]).toEqual([e164, true]);
  expect(['phone_text', 'other_phones']).toContain(code);
});

test.each([
  ['030 123457/58', 'DE', '+4930123457'],
  ['020 7946 0018/19', 'GB', '+442079460018'],
  ['+43 1 5131234 / 35', 'AT', '+4315131234'],
])('a range is its first number: %s', (text, region, e164) => {
  expect(brief(text, region)).toEqual([e164, true, 'other_phones']);
});

test.each([
  ['608-271-9014 (ext 11)', 'US', '+16082719014'],
  ['608-271-9015 (x11)', 'US', '+16082719015'],
  ['608-271-9021 ext', 'US', '+16082719021'],
  ['514-271-9010 poste 11', 'CA', '+15142719010'],
  ['030 12345611 Durchwahl 11', 'DE', '+493012345611'],
  ['030 12345611 (DW 11)', 'DE', '+493012345611'],
  ['02 1234567 int. 12', 'IT', '+39021234567'],
  ['912 345 678 anexo 12', 'ES', '+34912345678'],
  ['212 345 67 89 dahili 12', 'TR', '+902123456789'],
  ['8 495 123-45-67 доб. 12', 'RU', '+74951234567'],
])('an extension is dropped, whatever it is called: %s', (text, region, e164) => {
  expect(brief(text, region)).toEqual([e164, true, 'phone_extension']);
});

test.each([
  ['447400123456@s.whatsapp.net', '+447400123456'],
  ['447400123457:12@s.whatsapp.net', '+447400123457'],
  ['447400123457@c.us', '+447400123457'],
  ['https://wa.me/447400123458', '+447400123458'],
  ['wa.me/+447400123458?text=Hi', '+447400123458'],
  ['https://api.whatsapp.com/send?phone=447400123461', '+447400123461'],
  ['https://api.whatsapp.com/send/?type=phone_number&phone=%2B447400123461', '+447400123461'],
])('ids and links of WhatsApp hold international numbers: %s', (text, e164) => {
  expect(brief(text, 'DE')).toEqual([e164, true, null]);
});

test.each([
  ['+52 1 222 123 4567', null, '+522221234567'],
  ['5212221234572', 'MX', '+522221234572'],
  ['+49 (0) 30 123456', 'DE', '+4930123456'],
  ['+34 (0) 612 345 678', null, '+34612345678'],
  ['0044 (0)7400 123456', 'DE', '+447400123456'],
  ['+39 (0)6 1234567', null, '+39061234567'],
  ['0011 44 7400 123456', 'AU', '+447400123456'],
  ['0021 44 7400 123456', 'BR', '+447400123456'],
  ['001 44 7400 123456', 'SG', '+447400123456'],
  ['00 44 7400 123456', 'AU', '+447400123456'],
  ['++49 171 2345678', null, '+491712345678'],
  ['+0049 171 2345678', null, '+491712345678'],
  ['0171·2345678', 'DE', '+491712345678'],
  ['0171_234_5678', 'DE', '+491712345678'],
])('prefixes as people write them: %s in %s', (text, region, e164) => {
  expect(brief(text, region)).toEqual([e164, true, null]);
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
