import { expect, test } from 'vitest';
import { readEmail } from './normalise-email.ts';

test.each([
  ['James.Butt@Gmail.COM', 'james.butt@gmail.com'],
  ['  a@b.co\u00a0', 'a@b.co'],
  ['\ufeffa\u200b@b.co', 'a@b.co'],
  ['mailto:a@b.co', 'a@b.co'],
  ['<a@b.co>', 'a@b.co'],
  ['"a@b.co"', 'a@b.co'],
  ["'<mailto:a@b.co>'", 'a@b.co'],
  ["o'brien+tag_1@sub.example-site.co.uk", "o'brien+tag_1@sub.example-site.co.uk"],
  ['用户@例子.公司', '用户@例子.公司'],
  ['jörg@müller.de', 'jörg@müller.de'],
  ['a@b.xn--p1ai', 'a@b.xn--p1ai'],
  [`${'a'.repeat(64)}@b.co`, `${'a'.repeat(64)}@b.co`],
])('%j is %s', (text, email) => {
  expect(readEmail(text)).toBe(email);
});

test.each([
  ...[
    '',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@@b.co',
    'a@b@c.co',
    'a b@c.co',
    'a@b c.co',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
  ],
  ...[
    'a..b@c.co',
    'a@-b.co',
    'a@b-.co',
    'a@b.c',
    'a@b.c1',
    'a@b.123',
    'a@1.2.3.4',
    'a@b.co.',
    'a@b.co,c@d.co',
  ],
  ...['a@b.co;', 'n/a', 'John <a@b.co>', 'a(b)@c.co', '"a b"@c.co', 'a@b_c.co', 'a\u0000@b.co', 'a@b.co\nx'],
  ...[`${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(64)}.co`, `a@${'b.'.repeat(126)}co`, 'x'.repeat(2000)],
])('%j is malformed', (text) => {
  expect(readEmail(text)).toBeNull();
});
