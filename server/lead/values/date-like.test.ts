import { expect, test } from 'vitest';
import { isDateLike } from './date-like.ts';

test.each([
  ...['2026-05-01', '2026-05-01 10:00:00', '01.05.2026', '5/1/2026', '1/5/26', '5/13/2026', '2026/05/01'],
  ...['01-May', '1-May', '1. Mai', '01. Mai', '5-janv', '01/mai', '1-ene', '1-mei', '5-Dec', '5 Jan.'],
  ...['May-05', 'Jan-26', 'Mai 05', 'mag-26', 'May 2005', '1 May 2026', '01:30:00', '1:30', '1:30 PM'],
])('%s is one', (text) => {
  expect(isDateLike(text)).toBe(true);
});

test.each([
  ...['', '45000', '45000.5', '45000,5', '20260501', '1.5', '1,234.50', '12 03 2024', '4.47E+11'],
  ...['lots', 'May', '1-Foo', 'EUR 05', '1/5', '31/02/2026', '5 USD', '020-7946', '+44 20 7946 0958'],
  'x'.repeat(1_000_000),
])('%.40j is none', (text) => {
  expect(isDateLike(text)).toBe(false);
});
