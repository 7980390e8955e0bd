import { expect, test } from 'vitest';
import { readEmail, readEmailCell } from './normalise-email.ts';

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
  ['a@b.xn--p1ai', 'a@b.рф'],
  ['info@xn--mller-test-9db.de', 'info@müller-test.de'],
  ['info@MÜLLER-test.de', 'info@müller-test.de'],
  ['mailto:a@b.co?subject=Hi', 'a@b.co'],
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
  ...['a..b@c.co', 'a@-b.co', 'a@b-.co', 'a@b.c', 'a@b.c1', 'a@b.123', 'a@1.2.3.4', 'x@ b.co', 'a(at)b.co'],
  ...['n/a', 'John <a@b>', 'a(b)@c.co', '"a b"@c.co', 'a@b_c.co', 'a\u0000@b.co', 'john smith@x.com'],
  ...[`${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(64)}.co`, `a@${'b.'.repeat(126)}co`, 'x'.repeat(2000)],
])('%j is malformed', (text) => {
  expect(readEmail(text)).toBeNull();
});

test.each([
  ...['N/A', 'n/a', 'n.a.', '-', '--', '—', 'none', 'None', 'null', 'NULL', '""', "''", ' "" ', '?'],
  ...['no email', 'not provided', 'unknown', '#N/A', '\u200b', ''],
  ...[
    '(null)',
    '\\N',
    'keine E-Mail',
    'sin correo',
    "pas d'email",
    'нет почты',
    'unbekannt',
    'geen',
    '<empty>',
  ],
])('%j is an empty cell, not a malformed one', (text) => {
  expect(readEmailCell(text)).toEqual({ email: null, fault: null });
});

test.each([
  ['Jane <jane@x.com>', 'jane@x.com', null],
  ['"Doe, Jane" <Jane@X.com>', 'jane@x.com', null],
  ['Doe, Jane <mailto:jane@x.com>', 'jane@x.com', null],
  ["'jane@x.com", 'jane@x.com', null],
  ["'o'brien@x.com", "o'brien@x.com", null],
  ['a@x.com;', 'a@x.com', null],
  ['a@x.com; A@x.com', 'a@x.com', null],
  ['\u202Aa@x\u200B.com\u202C', 'a@x.com', null],
  ['a@x.com; b@x.com', 'a@x.com', 'other_emails'],
  ['a@x.com,b@x.com', 'a@x.com', 'other_emails'],
  ['a@x.com / b@x.com', 'a@x.com', 'other_emails'],
  ['a@x.com ::: b@x.com', 'a@x.com', 'other_emails'],
  ['a@x.com b@x.com', 'a@x.com', 'other_emails'],
  ['a@x.com\nb@x.com', 'a@x.com', 'other_emails'],
  ['a@x; b@x.com', 'b@x.com', 'other_emails'],
  ['Ann <a@x.com>, Bob <b@x.com>', 'a@x.com', 'other_emails'],
  ['b@x.com; Ann <a@x.com>', 'b@x.com', 'other_emails'],
  ['a@x; b@', null, 'invalid_email'],
  // Text around an address, in several languages.
  ['a@x.com.', 'a@x.com', null],
  ['[a@x.com](mailto:a@x.com)', 'a@x.com', 'email_text'],
  ['a@x.com,c', 'a@x.com', 'email_text'],
  ['a@x.com\nx', 'a@x.com', 'email_text'],
  ['x, a@x.com', 'a@x.com', 'email_text'],
  ['a@x.com (work)', 'a@x.com', 'email_text'],
  ['a@x.com [privat]', 'a@x.com', 'email_text'],
  ['Email: a@x.com', 'a@x.com', 'email_text'],
  ['E-Mail a@x.de', 'a@x.de', 'email_text'],
  ['correo:a@x.es', 'a@x.es', 'email_text'],
  ['почта: иван@пример.рф', 'иван@пример.рф', 'email_text'],
  ['John Smith john@x.com', 'john@x.com', 'email_text'],
  ['travail: a@x.fr / maison: b@x.fr', 'a@x.fr', 'other_emails'],
  ['<a href="mailto:a@x.com">a@x.com</a>', 'a@x.com', 'email_text'],
  ['Ann <a b@x.com>', null, 'invalid_email'],
])('the cell %j holds %s', (text, email, code) => {
  const reading = readEmailCell(text);
  expect([reading.email, reading.fault?.code ?? null]).toEqual([email, code]);
});
