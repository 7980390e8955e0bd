import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../platform/jobs/garbage.ts';
import { callingRegion, readSingleNumber } from './read-number.ts';

function callingCodeOf(region: string | null): string | null {
  const country = callingRegion(region);
  return country && getCountryCallingCode(country);
}

describe('the example number of every region', () => {
  test.each(getCountries())('%s', (region) => {
    const number = getExampleNumber(region, examples);
    if (!number) throw new Error(`No example for ${region}`);
    const sharesCallingCode = (read: string) => callingCodeOf(read) === number.countryCallingCode;
    // Some regions share a calling code and numbers: the library may assign an Isle of Man mobile to Britain.
    const expected = {
      phone: number.number,
      valid: true,
      region: expect.toSatisfy(sharesCallingCode),
      loss: null,
    };
    expect(readSingleNumber(number.formatNational(), region)).toEqual(expected);
    expect(readSingleNumber(number.formatInternational(), null)).toEqual(expected);
    expect(readSingleNumber(number.number.replace('+', '00'), null)).toEqual(expected);
    expect(readSingleNumber(number.number, 'FR')).toEqual(expected);
    expect(readSingleNumber(number.number.slice(1), null)).toMatchObject({
      phone: number.number.slice(1),
      valid: false,
    });
  });
});

test.each([
  ['020 7946 0958', 'GB', '+442079460958'],
  ['+44 (0)20 7946 0958', null, '+442079460958'],
  ['0044 20 7946 0958', null, '+442079460958'],
  ['(00) 44-20-7946-0958', 'US', '+442079460958'],
  ['011 44 20 7946 0958', 'US', '+442079460958'],
  ['447911123456', 'GB', '+447911123456'],
  ['7911123456', 'GB', '+447911123456'],
  ['504-621-8927', 'US', '+15046218927'],
  ['5046218927.0', 'US', '+15046218927'],
  ['1 (504) 621-8927', 'US', '+15046218927'],
  ['tel:+15046218927', null, '+15046218927'],
  ['416-555-0123', 'US', '+14165550123'],
  ['+39 06 1234567', 'US', '+39061234567'],
  ['  +49 30 901820  ', null, '+4930901820'],
])('%s in %s is %s', (text, region, phone) => {
  expect(readSingleNumber(text, region)).toMatchObject({ phone, valid: true, loss: null });
});

test.each([
  ['447911123456', null],
  ['447911123456', 'US'],
  ['020 7946 0958', null],
  ['020 7946 0958', 'AQ'],
  ['020 7946 0958', 'not a code'],
  ['12345', 'US'],
  ['555-1234', 'US'],
  ['0000000000', 'US'],
  ['+44 20 7946 0958, +44 20 7946 0959', null],
  ['call 020 7946 0958', 'GB'],
  ['n/a', 'GB'],
  ['9'.repeat(500), 'GB'],
])('%s in %s is kept as typed', (text, region) => {
  expect(readSingleNumber(` ${text} `, region)).toEqual({
    phone: text,
    valid: false,
    region: null,
    loss: null,
  });
});

test.each(['4.47E+11', '4,47E+11', '4.479111E11', '4e+11', '-1.2E+10'])('%s is a rounded number', (text) => {
  expect(readSingleNumber(text, 'GB')).toEqual({
    phone: text,
    valid: false,
    region: null,
    loss: 'excel_number',
  });
});

test.each(['020 7946 0958 x12', '020 7946 0958 ext. 12', '020 7946 0958 #12'])(
  '%s loses its extension',
  (text) => {
    expect(readSingleNumber(text, 'GB')).toEqual({
      phone: '+442079460958',
      valid: true,
      region: 'GB',
      loss: 'extension',
    });
  },
);

test('a number of no country has no region', () => {
  expect(readSingleNumber('+800 1234 5678', null)).toEqual({
    phone: '+80012345678',
    valid: true,
    region: null,
    loss: null,
  });
});

test('a region without telephone numbers reads none', () => {
  expect([callingRegion('DE'), callingRegion('AQ'), callingRegion(null)]).toEqual(['DE', null, null]);
});

test('what is remembered of numbers that are none holds on to no file they stand in', () => {
  const held = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  for (let at = 0; at < 100; at++) {
    const piece = `no number at all ${at}`.padEnd(1024 ** 2, 'ж');
    expect(readSingleNumber(piece.slice(0, 20), 'DE').valid).toBe(false);
    expect(readSingleNumber(piece.slice(0, 20), 'DE').phone).toBe(piece.slice(0, 20).trim());
  }
  expect((held() - before) / 1024 ** 2).toBeLessThan(50);
});
