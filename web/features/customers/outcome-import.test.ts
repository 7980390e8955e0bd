import { expect, test } from 'vitest';
import { outcomeRowsCsv } from './outcome-import.tsx';

const ROW = {
  row: 2,
  outcome: 'won',
  result: 'notMatched' as const,
  message: 'No such lead',
  leadId: null,
  deliveryId: null,
};

test('rows of an import as CSV: quoted, and without formulas', () => {
  const csv = outcomeRowsCsv([
    { ...ROW, identifier: 'a "b", c' },
    { ...ROW, row: 3, identifier: '=1+1', result: 'refused' },
    { ...ROW, row: 4, identifier: '+4915112345678' },
  ]);
  expect(csv.slice(1).split('\r\n')).toEqual([
    '"Row","Lead","Outcome","Result","Message"',
    '"2","a ""b"", c","won","Not matched","No such lead"',
    '"3","\'=1+1","won","Refused","No such lead"',
    '"4","+4915112345678","won","Not matched","No such lead"',
    '',
  ]);
});
