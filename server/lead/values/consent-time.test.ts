import { expect, test } from 'vitest';
import type { Consented } from '#contract/consent-fields.ts';
import { consentAfter } from './consent-state.ts';
import { timeReader } from './consent-time.ts';
import { readCertificate, readPageUrl } from './read-consent.ts';

test.each([
  ['2025-01-31', '2025-01-31T00:00:00.000Z'],
  ['2025-01-31T09:30:15.250Z', '2025-01-31T09:30:15.000Z'],
  ['2025-01-31 09:30:15', '2025-01-31T09:30:15.000Z'],
  ['2025-01-31T09:30:00-05:00', '2025-01-31T14:30:00.000Z'],
  ['2025-01-31T00:30:00+0200', '2025-01-30T22:30:00.000Z'],
  ['31.01.2025 9:30 PM', '2025-01-31T21:30:00.000Z'],
  ['12/05/2024 12:00 am', '2024-05-12T00:00:00.000Z'],
  ['Jan 31, 2025 09:30 UTC', '2025-01-31T09:30:00.000Z'],
  ['12-05-2024', '2024-05-12T00:00:00.000Z'],
  ['1738315800', '2025-01-31T09:30:00.000Z'],
  ['1738315800123', '2025-01-31T09:30:00.000Z'],
  ['45688.5', '2025-01-31T12:00:00.000Z'],
])('the time %s is %s', (text, value) => {
  expect(timeReader()(text)).toEqual({ value });
});

test('a time up to a day ahead is now, a later one is refused', () => {
  const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const near = timeReader()(ahead(20));
  expect('value' in near && Date.parse(near.value) <= Date.now()).toBe(true);
  expect(timeReader()(ahead(50))).toMatchObject({ fault: { code: 'future_consent' } });
  expect(timeReader()('soon')).toMatchObject({ fault: { code: 'invalid_date' } });
});

const ID = '0123456789abcdef0123456789abcdef01234567';
test.each([
  [`https://cert.trustedform.com/${ID}`, true],
  [`https://cert.trustedform.com/${ID.toUpperCase()}?shared_token=x`, true],
  ['1A2B3C4D-1111-2222-3333-444455556666', true],
  [`http://cert.trustedform.com/${ID}`, false],
  [`https://cert.trustedform.com.evil.example/${ID}`, false],
  [`https://cert.trustedform.com@evil.example/${ID}`, false],
  [`https://evil.example/https://cert.trustedform.com/${ID}`, false],
  [`https://cert.trustedform.com/${ID.slice(1)}`, false],
  ['1A2B3C4D111122223333444455556666', false],
])('the certificate %s has the form of one: %s', (text, isOne) => {
  expect(readCertificate(text)).toBe(isOne ? text : null);
});

test.each([
  ['https://example.com/a?b=c', true],
  ['example.com', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['not a page', false],
])('the page %s is an address: %s', (text, isOne) => {
  expect(readPageUrl(text)).toBe(isOne ? text : null);
});

test('any counts for every channel until a later change of its own', () => {
  const after = (...changes: [Consented, 'given' | 'withdrawn'][]) =>
    consentAfter(changes.map(([channel, state]) => ({ channel, state })));
  expect(after()).toBeNull();
  expect(after(['phone', 'withdrawn'], ['any', 'given'])).toMatchObject({ phone: 'given', sms: 'given' });
  expect(after(['any', 'given'], ['phone', 'withdrawn'])).toMatchObject({ phone: 'withdrawn', sms: 'given' });
});
