import fc from 'fast-check';
import { expect, test } from 'vitest';
import { datesByOrder, readDate } from './normalise-date.ts';

const YEAR = 2026;

const MARCH_12 = [
  ...['2024-03-12', '2024-3-12', '2024/03/12', '2024.03.12', '20240312', ' 2024-03-12 '],
  ...['2024-03-12T10:20:30Z', '2024-03-12T10:20:30.123+02:00', '2024-03-12 10:20:30', '2024-03-12 10:20'],
  ...[
    '12/03/2024',
    '12.03.2024',
    '12-03-2024',
    '12.3.24',
    '12 03 2024',
    '12 / 03 / 2024',
    '12/03/2024 5:06 PM',
  ],
  ...[
    '12 Mar 2024',
    '12-Mar-24',
    '12 march 2024',
    'March 12, 2024',
    'Mar. 12 2024',
    '12th of March 2024',
    '12Mar2024',
  ],
  ...[
    '2024-Mar-12',
    'Tue, 12 Mar 2024 10:00:00 GMT',
    'Tue Mar 12 2024 10:00:00 GMT+0100 (Central European Time)',
  ],
  ...['12. März 2024', '12 mars 2024', '12 de marzo de 2024', '12 mrt 2024', '45363', '45363.75'],
  ...[
    '12 de marzo del 2024',
    '12 marca 2024',
    '12 marca 2024 r.',
    '12 mar 2024 roku',
    '12 Mart 2024',
    '12 MART 2024',
  ],
  ...[
    '12 марта 2024',
    '12 марта 2024 г.',
    '12 мар. 2024 г.',
    '12 МАРТА 2024 года',
    '12.03.2024 г.',
    '12.03.24г',
  ],
];

test.each(MARCH_12)('%s is 12 March 2024', (text) => {
  expect(readDate(text, 'dmy', YEAR)).toBe('2024-03-12');
});

test.each([
  ...[
    '',
    'soon',
    '12 Mar',
    'March 2024',
    '2024',
    '5',
    '123',
    '99999',
    '18263',
    '31/02/2024',
    '29/02/2023',
    '2024-02-30',
  ],
  ...[
    '13/13/2024',
    '00/01/2024',
    '32/01/2024',
    '0000-00-00',
    '1899-12-31',
    '2101-01-01',
    '20241312',
    '12/03-2024',
  ],
  ...['12 Foo 2024', '31 April 2024', '1/2/3', '2024-03-12 nonsense', '2024-03-12T', '1'.repeat(100)],
])('%j is no date', (text) => {
  expect([readDate(text, 'dmy', YEAR), readDate(text, 'mdy', YEAR)]).toEqual([null, null]);
});

test('months of Polish, Turkish and Russian', () => {
  const dates = [
    '5 sie 1975',
    '1 września 2020',
    '1 wrzesień 2020',
    '7 KASIM 2021',
    '9 Ağustos 2021',
    '3 янв. 1990',
  ];
  expect([...dates, '12 июня 1965 г.', '2 май 2024'].map((text) => readDate(text, 'dmy', YEAR))).toEqual([
    ...['1975-08-05', '2020-09-01', '2020-09-01', '2021-11-07', '2021-08-09', '1990-01-03'],
    ...['1965-06-12', '2024-05-02'],
  ]);
  expect(datesByOrder('13.04.2024 г.', YEAR)?.dmy).toBe('2024-04-13');
});

test.each([
  ['11/22/16 3pm', '2016-11-22'],
  ['lundi 3 juin 2024', '2024-06-03'],
  ['mié., 5 jun. 2024', '2024-06-05'],
  ['środa, 5 czerwca 2024', '2024-06-05'],
  ['вт, 12 марта 2024', '2024-03-12'],
  ['pazartesi 3 haziran 2024', '2024-06-03'],
  ['Mo, 3.6.2024', '2024-06-03'],
  ['2025. 11. 3.', '2025-11-03'],
  ['2023年11月3日', '2023-11-03'],
  ['2023년 11월 3일', '2023-11-03'],
  ["'2023-11-03", '2023-11-03'],
  ['1° gennaio 2024', '2024-01-01'],
  ['2024\u201103\u201112', '2024-03-12'],
  ['２０２４-０３-１２', '2024-03-12'],
  ['١٢/٠٣/٢٠٢٤', '2024-03-12'],
  ['1699012800', '2023-11-03'],
  ['1699012800000', '2023-11-03'],
  ['/Date(1699012800000+0100)/', '2023-11-03'],
  ['Mar 12, 2024', '2024-03-12'],
  ['mar 12 mars 2024', '2024-03-12'],
])('%s is %s', (text, date) => {
  expect(readDate(text, 'dmy', YEAR)).toBe(date);
});

test('the order decides only where both readings are possible', () => {
  expect([readDate('03/04/2024', 'dmy'), readDate('03/04/2024', 'mdy')]).toEqual([
    '2024-04-03',
    '2024-03-04',
  ]);
  expect([readDate('13/04/2024', 'mdy'), readDate('04/13/2024', 'dmy')]).toEqual([
    '2024-04-13',
    '2024-04-13',
  ]);
});

test('two-digit years lie in the hundred years that end ten years ahead', () => {
  const years = ['99', '00', '26', '36', '37'].map((year) =>
    readDate(`1/2/${year}`, 'dmy', YEAR)?.slice(0, 4),
  );
  expect(years).toEqual(['1999', '2000', '2026', '2036', '1937']);
});

test('what a text tells of its order', () => {
  const ordersOf = (text: string) => {
    const dates = datesByOrder(text, YEAR);
    return dates && [dates.dmy, dates.mdy, dates.ymd];
  };
  expect(ordersOf('13/04/2024')).toEqual(['2024-04-13', null, null]);
  expect(ordersOf('04/13/2024 10:00')).toEqual([null, '2024-04-13', null]);
  expect(ordersOf('03/04/2024')).toEqual(['2024-04-03', '2024-03-04', null]);
  expect(ordersOf('13/13/2024')).toEqual([null, null, null]);
  expect(ordersOf('25-11-03')).toEqual(['2003-11-25', null, '2025-11-03']);
  expect(ordersOf('13.1.24')).toEqual(['2024-01-13', null, '2013-01-24']);
  expect(ordersOf('2024-03-13')).toBeNull();
});

const EPOCH = Date.UTC(1899, 11, 30);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

test('every day from 1950 to 2099 is read back from every style it is written in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18_264, max: 73_050 }), fc.constantFrom('/', '.', '-'), (serial, sign) => {
      const iso = new Date(EPOCH + serial * 86_400_000).toISOString().slice(0, 10);
      const [year = '', month = '', day = ''] = iso.split('-');
      const name = MONTHS[Number(month) - 1];
      const anyOrder = [iso, `${year}${month}${day}`, `${serial}`, `${serial}.25`, `${iso} 23:59:59`];
      const named = [`${day} ${name} ${year}`, `${name} ${Number(day)}, ${year}`];
      for (const text of [...anyOrder, ...named, [year, month, day].join(sign)]) {
        expect([text, readDate(text, 'mdy', YEAR)]).toEqual([text, iso]);
      }
      expect(readDate([day, month, year].join(sign), 'dmy', YEAR)).toBe(iso);
      expect(readDate([Number(month), Number(day), year].join(sign), 'mdy', YEAR)).toBe(iso);
    }),
  );
});

test('a date as it is stored is read as the same date with slashes', () => {
  const digits = (most: number, width: number) =>
    fc.nat(most).map((number) => String(number).padStart(width, '0'));
  fc.assert(
    fc.property(digits(2200, 4), digits(14, 2), digits(33, 2), (year, month, day) => {
      expect(readDate(`${year}-${month}-${day}`, 'dmy')).toBe(readDate(`${year}/${month}/${day}`, 'dmy'));
    }),
    { numRuns: 2_000 },
  );
});
