import { describe, expect, test } from 'vitest';
import { matcherOf } from './matcher.ts';
import { hintOf, nobody } from './person.ts';

const JANE = matcherOf({
  ...nobody(),
  leadIds: ['0195b0a0-0000-7000-8000-000000000001'],
  emails: ['jane@x.com', 'jane@müller.example'],
  phones: ['+4915112345678'],
  formerPhones: ['555 123 4567 x12'],
  names: [['Jane', 'van Doe']],
});

describe('a text holds a person', () => {
  test.each([
    'jane@x.com',
    'Write to JANE@X.COM.',
    'mailto:jane@x.com?subject=1',
    'jane@x.com.csv',
    'jane@xn--mller-kva.example',
    '+4915112345678',
    '+49 (0) 151 / 1234-5678',
    '0049 151 12345678',
    '0151 12345678',
    '4915112345678',
    '15112345678',
    'tel:+49-151-1234-5678;x',
    '(5551) 2345 67 12',
  ])('%s', (text) => {
    expect(JANE.holds(text)).toBe(true);
  });

  test.each([
    'mary-jane@x.com',
    'jane@x.com.au',
    'jane@x.community',
    'Jane van Doe',
    '+43 151 12345678',
    '115112345678',
    '151123456789',
    '0195b0a0-0000-7000-8000-000000000001',
  ])('not %s', (text) => {
    expect(JANE.holds(text)).toBe(false);
  });
});

test('a name goes where it stands with the email or phone', () => {
  expect(JANE.redact('Jane van Doe (jane@x.com) of Janesville; doe, jane')).toBe(
    '[erased] ([erased]) of Janesville; [erased], [erased]',
  );
  expect(JANE.redact('Jane van Doe called')).toBe('Jane van Doe called');
});

test('in JSON only the record with the person loses the name', () => {
  const other = { name: 'Jane', email: 'jane@y.com' };
  const lead = { lead: 'Jane van Doe', resource: '0195b0a0-0000-7000-8000-000000000001', age: 7 };
  expect(
    JANE.redactJson({ leads: [other, { name: 'Jane', email: 'jane@x.com' }, lead], phone: 15112345678 }),
  ).toEqual({
    leads: [other, { name: '[erased]', email: '[erased]' }, { ...lead, lead: '[erased]' }],
    phone: null,
  });
});

test('a hint masks the email or the phone', () => {
  expect(hintOf({ emails: ['jane@x.com'], phones: [] })).toBe('j…@x.com');
  expect(hintOf({ emails: [], phones: ['+4915112345681'] })).toBe('+49…81');
});
