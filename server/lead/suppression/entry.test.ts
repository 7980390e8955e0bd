import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEntry } from './entry.ts';

const hashed = (name: string, encoding: 'hex' | 'base64') =>
  createHash(name).update('jane@example.com').digest(encoding);

test.each([
  ['a salt before it', `salt:${hashed('md5', 'hex')}`],
  ['a salt behind it', `${hashed('sha256', 'hex')}:salt`],
  ['the name of its kind before it', `sha256$${hashed('sha256', 'hex')}`],
  ['bcrypt', '$2b$10$abcdefghijklmnopqrstuv'],
  ['LDAP', `{SSHA}${hashed('sha1', 'base64')}`],
  ['SHA-512', hashed('sha512', 'hex')],
  ['Base64', hashed('md5', 'base64')],
  ['SHA-256 in Base64', hashed('sha256', 'base64')],
])('a hash with %s: refused with the kinds that are expected', (_what, text) => {
  expect(readEntry(text, 'DE')).toEqual({
    problem: expect.stringContaining(
      'Use MD5 (32 characters from 0 to 9 and a to f), SHA-1 (40) or SHA-256 (64)',
    ),
    isUnknownHash: true,
  });
});

test.each([
  ['jane+a:b=@example.com', 'email'],
  ['0049 30 901820', 'phone'],
])('%s is no hash', (text, kind) => {
  expect(readEntry(text, 'DE')).toMatchObject({ kind });
});
