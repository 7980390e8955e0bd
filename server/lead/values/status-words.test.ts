import { expect, test } from 'vitest';
import { booleanOfWord } from './cell-readers.ts';
import { statusOfWord } from './status-words.ts';

test.each([
  ['NEU', 'new'],
  ['Open - Not Contacted', 'new'],
  ['open_not_contacted', 'new'],
  ['Non contacté', 'new'],
  ['новый', 'new'],
  ['yeni', 'new'],
  ['Kontaktiert', 'contacted'],
  ['CONTACTADO', 'contacted'],
  ['Gecontacteerd', 'contacted'],
  ['qualifié', 'qualified'],
  ['Qualifiziert', 'qualified'],
  ['Closed Won', 'converted'],
  ['Kunde', 'converted'],
  ['müşteri', 'converted'],
  ['active', null],
  ['lost', null],
  ['', null],
])('the status of %j is %j', (word, status) => {
  expect(statusOfWord(word)).toBe(status);
});

test.each([
  ['Ja', true],
  ['OUI', true],
  ['sí', true],
  ['Да', true],
  ['1', true],
  ['nein', false],
  ['Não', false],
  ['нет', false],
  ['hayır', false],
  ['maybe', null],
])('%j is %j', (word, value) => {
  expect(booleanOfWord(word)).toBe(value);
});
