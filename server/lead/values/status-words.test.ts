import { expect, test } from 'vitest';
import { statusOfWord } from './status-words.ts';

test('words for the counted statuses in other languages', () => {
  const words = [
    'Neu',
    'NUEVO',
    ' новый ',
    'Yeni',
    'contacté',
    'Contactado',
    'Zakwalifikowany',
    'Dönüştürüldü',
  ];
  expect(words.map(statusOfWord)).toEqual([
    ...['new', 'new', 'new', 'new', 'contacted', 'contacted', 'qualified', 'converted'],
  ]);
});

test('other statuses are words of the users', () => {
  const words = ['No Answer', 'En Proceso', 'newish', '', 'Neu'.repeat(1_000_000)];
  expect(words.map(statusOfWord)).toEqual([null, null, null, null, null]);
});
