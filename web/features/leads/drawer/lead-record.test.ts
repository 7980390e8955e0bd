import { expect, it } from 'vitest';
import { contactLinks } from './lead-record.tsx';

const hrefs = (...given: Parameters<typeof contactLinks>) => contactLinks(...given).map(({ href }) => href);

it('calls and writes to a valid phone', () => {
  expect(hrefs('phone', '+4915112345678', true)).toEqual([
    'tel:+4915112345678',
    'https://wa.me/4915112345678',
  ]);
});

it('calls an invalid phone as it was typed, and offers no WhatsApp for it', () => {
  expect(hrefs('phone', '(0151) 123-45', false)).toEqual(['tel:015112345']);
  expect(hrefs('phone', 'none', false)).toEqual([]);
});

it('lets no value add anything to the address', () => {
  expect(hrefs('email', 'ana@mail.example', false)).toEqual(['mailto:ana@mail.example']);
  expect(hrefs('email', 'a?bcc=b@mail.example&body=x', false)).toEqual([
    'mailto:a%3Fbcc%3Db@mail.example%26body%3Dx',
  ]);
  expect(hrefs('phone', '+49 151;ext=javascript:1', false)).toEqual(['tel:+491511']);
});
