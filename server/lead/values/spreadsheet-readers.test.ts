import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customReader, leadReader } from './cell-readers.ts';
import { DEFAULT_STYLE } from './column-types.ts';
import { importReader } from './spreadsheet-readers.ts';

const lead = (kind: 'text' | 'status' | 'amount' | 'date' | 'ip', date1904 = false) =>
  importReader(kind, leadReader(kind, DEFAULT_STYLE, 'card'), date1904);
const custom = (type: 'text' | 'number' | 'date' | 'boolean', date1904 = false) =>
  importReader(type, customReader({ type }, DEFAULT_STYLE), date1904);

/** Returns the value and the fault code of a reading. */
function brief(reading: ReturnType<ReturnType<typeof custom>>) {
  if ('fault' in reading) return [null, reading.fault.code];
  return [reading.value, reading.warning?.code ?? null];
}

test('texts in scientific notation are fixed where all digits are there, else kept', () => {
  for (const read of [lead('text'), custom('text')]) {
    expect(brief(read('4.11111111111E+11'))).toEqual(['411111111111', null]);
    expect(brief(read('4.11E+11'))).toEqual(['4.11E+11', 'excel_scientific']);
    expect(brief(read('4,11e+11'))).toEqual(['4,11e+11', 'excel_scientific']);
    expect(brief(read('4.11111111111111E+15'))).toEqual(['4111111111111110', 'excel_precision']);
    expect(brief(read('1E5'))).toEqual(['1E5', null]);
    expect(brief(read('4111111111111110'))).toEqual(['4111111111111110', null]);
    expect(brief(read('2026-05-01'))).toEqual(['2026-05-01', null]);
    expect(brief(read('x'.repeat(20_000)))).toEqual([null, 'too_long']);
  }
  expect(brief(lead('status')('4.11E+11'))).toEqual(['4.11E+11', 'excel_scientific']);
});

test('amounts and numbers that became dates or were rounded are left empty', () => {
  for (const read of [lead('amount'), custom('number')]) {
    for (const text of ['2026-05-01', '01-May', 'May-05', '1. Mai', '01.05.2026', '01:30:00']) {
      expect([text, brief(read(text))]).toEqual([text, [null, 'excel_date']]);
    }
    for (const text of ['1.5E+05', '-1.5E+05', '1.50E+02', '4,47E+11', '1e5']) {
      expect([text, brief(read(text))]).toEqual([text, [null, 'excel_scientific']]);
    }
    expect(brief(read('1.00000000000000E+15'))).toEqual([null, 'excel_precision']);
  }
  expect(brief(lead('amount')('lots'))).toEqual([null, 'invalid_amount']);
  expect(brief(custom('number')('lots'))).toEqual([null, 'invalid_number']);
});

test('amounts that look a little like dates are amounts', () => {
  const read = lead('amount');
  for (const text of ['1.5', '01.05', '45000', '20260501', '5 EUR', 'CHF 12.50', '1.234.567']) {
    expect([text, 'value' in read(text)]).toEqual([text, true]);
  }
});

test('dates and addresses that were rounded are left empty', () => {
  for (const read of [lead('date'), custom('date'), lead('ip')]) {
    expect(brief(read('4.5E+04'))).toEqual([null, 'excel_scientific']);
  }
  expect(brief(lead('date')('soon'))).toEqual([null, 'invalid_date']);
  expect(brief(custom('boolean')('4.5E+04'))).toEqual([null, 'invalid_boolean']);
});

test('serials count from 1900 or 1904; other dates do not care', () => {
  for (const [date1904, serial] of [
    [false, 45292],
    [true, 43830],
  ] as const) {
    for (const read of [lead('date', date1904), custom('date', date1904)]) {
      for (const text of [`${serial}`, `${serial}.5`, `${serial},75`, '2024-01-01', '1/1/2024', '20240101']) {
        expect([text, brief(read(text))]).toEqual([text, ['2024-01-01', null]]);
      }
    }
  }
});

test('no value that can be read is touched, save texts in scientific notation', () => {
  const piece = fc.constantFrom(...'0123456789.,-/: E+eMay'.split(''), 'May', '2026', '-', '.', 'E+1');
  const text = fc.oneof(
    fc.array(piece, { maxLength: 14 }).map((all) => all.join('').trim()),
    fc.string({ maxLength: 30 }),
  );
  const kinds = fc.constantFrom('amount' as const, 'date' as const, 'ip' as const, 'text' as const);
  fc.assert(
    fc.property(text, kinds, (cell, kind) => {
      const before = leadReader(kind, DEFAULT_STYLE, 'card')(cell);
      const after = lead(kind)(cell);
      if (kind === 'text' && /^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell)) return;
      if ('value' in before) expect(after).toEqual(before);
      else expect('fault' in after).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
