import { expect, test } from 'vitest';
import { autoMap } from '../../../lead/mapping/auto-map.ts';
import { suggestibleColumns } from './describe-upload.ts';

const CUSTOM = [{ name: 'Score 17' }];

function mapped(columns: readonly string[]): Record<string, string> {
  return autoMap(suggestibleColumns(columns, CUSTOM), CUSTOM).mapping;
}

const answers = (count: number) => Array.from({ length: count }, (_, index) => `Answer ${index}`);
const questions = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `How much do you like our product of type ${index} so far? ${index}`,
  );

const WIDE = [answers(1_000), answers(16_000), questions(16_000), [...questions(1_200), ...answers(900)]];

test.each([
  ...['Phone', 'phone_number', 'Teléfono móvil', 'Telefonnummer', 'Numéro de téléphone', 'Телефон'],
  ...['Número de telefone', 'Cep telefonu', 'Miasto', 'Woonplaats', 'Cognome', 'Score 17'],
])('the column %s beyond the 1,000th is looked up by its name', (name) => {
  for (const others of WIDE) {
    expect(suggestibleColumns(['Email', ...others, name], CUSTOM)).toContain(name);
    const further = others.map((other) => `${other}?`);
    expect(suggestibleColumns(['Email', ...others, name, ...further], CUSTOM)).toContain(name);
  }
});

test('fields beyond the 1,000th column are mapped', () => {
  expect(mapped(['Email', ...answers(1_001), 'Phone', ...questions(20), 'Score 17', 'Cognome'])).toEqual({
    Email: 'email',
    Phone: 'phone',
    'Score 17': 'custom:Score 17',
    Cognome: 'lastName',
  });
});

test('a bounded number of columns of a wide file is looked up', () => {
  const words = Array.from({ length: 16_000 }, (_, index) =>
    [index % 26, Math.floor(index / 26) % 26, Math.floor(index / 676)]
      .map((n) => String.fromCharCode(97 + n))
      .join(''),
  );
  expect(suggestibleColumns(words, CUSTOM)).toHaveLength(1_300);
  expect(suggestibleColumns(words.slice(0, 900), CUSTOM)).toEqual(words.slice(0, 900));
});
