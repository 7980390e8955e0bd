import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['John Smith', 'John', 'Smith'],
  ['  JOHN   SMITH ', 'JOHN', 'SMITH'],
  ['Mary Jane Watson', 'Mary Jane', 'Watson'],
  ['Cher', 'Cher', ''],
  ['', '', ''],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Maria de la Cruz', 'Maria', 'de la Cruz'],
  ['María del Carmen Pérez', 'María del Carmen', 'Pérez'],
  ['Maria de los Ángeles de la Torre', 'Maria de los Ángeles', 'de la Torre'],
  ['María del Carmen', 'María', 'del Carmen'],
  ['Maria de Souza Lima', 'Maria', 'de Souza Lima'],
  ['Ana Maria dos Santos', 'Ana Maria', 'dos Santos'],
  ['Oscar De La Hoya', 'Oscar', 'De La Hoya'],
  ['Otto von Bismarck', 'Otto', 'von Bismarck'],
  ['Leonardo di Caprio', 'Leonardo', 'di Caprio'],
  ['Mohammed bin Salman', 'Mohammed', 'bin Salman'],
  ['Omar al Sharif', 'Omar', 'al Sharif'],
  ["Sean O' Brien", 'Sean', "O' Brien"],
  ["Sean O'Brien", 'Sean', "O'Brien"],
  ['Jill St. John', 'Jill', 'St. John'],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
  ['van der Berg', '', 'van der Berg'],
  ['de Souza', '', 'de Souza'],
  ['De La Cruz', '', 'De La Cruz'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['Al Pacino', 'Al', 'Pacino'],
  ['Yo-Yo Ma', 'Yo-Yo', 'Ma'],
  ['John Smith Jr.', 'John', 'Smith Jr.'],
  ['Henry Ford II', 'Henry', 'Ford II'],
  ['Martin Luther King, Jr.', 'Martin Luther', 'King Jr.'],
  ['John Smith, MD, PhD', 'John', 'Smith MD PhD'],
  ['Smith, John', 'John', 'Smith'],
  ['van der Berg, Jan Willem', 'Jan Willem', 'van der Berg'],
  ['King Jr., Martin Luther', 'Martin Luther', 'King Jr.'],
  ['Smith, John, Esq.', 'John', 'Smith Esq.'],
  ['Mr. John Smith', 'John', 'Smith'],
  ['Frau Dr. Anna Müller', 'Anna', 'Müller'],
  ['Sr. Juan Pérez', 'Juan', 'Pérez'],
  ['Smith, Dr. John', 'John', 'Smith'],
  ['Mr Smith', '', 'Smith'],
  ['Prof. Dr. von Weizsäcker', '', 'von Weizsäcker'],
  ['Dr', 'Dr', ''],
  // Chinese, Japanese and Korean names begin with the family name.
  ['王 小明', '小明', '王'],
  ['欧阳\u3000娜娜', '娜娜', '欧阳'],
  ['山田 太郎', '太郎', '山田'],
  ['さとう はな', 'はな', 'さとう'],
  ['김 철수', '철수', '김'],
  ['王，小明', '小明', '王'],
  ['王小明', '王小明', ''],
  ['David 王', 'David', '王'],
  // A patronymic at the end means that the family name comes first; in the middle it is a middle name.
  ['Иванов Иван Иванович', 'Иван Иванович', 'Иванов'],
  ['ПЕТРОВА АННА СЕРГЕЕВНА', 'АННА СЕРГЕЕВНА', 'ПЕТРОВА'],
  ['Иван Иванович Иванов', 'Иван Иванович', 'Иванов'],
  ['Ульянов Владимир Ильич', 'Владимир Ильич', 'Ульянов'],
  ['Абрамович Роман Аркадьевич', 'Роман Аркадьевич', 'Абрамович'],
  ['Роман Аркадьевич Абрамович', 'Роман Аркадьевич', 'Абрамович'],
  ['Роман Абрамович', 'Роман', 'Абрамович'],
  ['Шевченко Тарас Григорович', 'Тарас Григорович', 'Шевченко'],
  ['Косач Лариса Петрівна', 'Лариса Петрівна', 'Косач'],
  ['Алиев Вугар Ильхам оглы', 'Вугар Ильхам оглы', 'Алиев'],
  ['Петрова-Водкина Анна Мария Сергеевна', 'Анна Мария Сергеевна', 'Петрова-Водкина'],
  ['Иван Петров', 'Иван', 'Петров'],
  ['Ана Марија Петровић', 'Ана Марија', 'Петровић'],
  ['Иван Петров Георгиев', 'Иван Петров', 'Георгиев'],
])('%s', (full, firstName, lastName) => {
  expect(splitName(full)).toEqual({ firstName, lastName });
});

test('no word but a leading title is lost, none is added', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'van',
      'der',
      'de',
      'la',
      'bin',
      "O'",
      'Jr.',
      'III',
      'y',
      'St.',
      'Mr.',
      'Dr',
      'Frau',
      'Van',
    ),
    fc.constantFrom('王', '太郎', '철수', 'Иванов', 'Иван', 'Иванович', 'Петровна', 'оглы'),
    fc.string({ unit: fc.constantFrom(...'abcXYZéß-'), minLength: 1, maxLength: 8 }),
  );
  const gap = fc.constantFrom(' ', ', ', '  ');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { maxLength: 8 }), (pieces) => {
      const full = pieces.flat().join('');
      const { firstName, lastName } = splitName(full);
      const words = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '');
      const left = [...words(firstName), ...words(lastName)];
      const dropped = words(full);
      for (const one of left) {
        const at = dropped.indexOf(one);
        expect(at).toBeGreaterThanOrEqual(0);
        dropped.splice(at, 1);
      }
      expect(dropped.filter((one) => !['Mr.', 'Dr', 'Frau'].includes(one))).toEqual([]);
    }),
  );
});
