import { expect, it } from 'vitest';
import { noStats } from './import-progress.ts';
import { cancelText, mergedText, outcomeText, unimportedText } from './outcome-text.ts';

it.each([
  [{ totalRows: 0 }, 'The file has no rows.'],
  [{ imported: 100 }, '100 leads imported.'],
  [{ imported: 1, duplicates: 1, errors: 98 }, '1 lead imported, 1 duplicate left out, 98 rows with errors.'],
  [{ duplicates: 100 }, 'No leads imported, 100 duplicates left out.'],
  [{ updated: 60, skipped: 40 }, '60 leads updated, 40 rows skipped.'],
  [{ skipped: 100 }, 'No leads imported, 100 rows skipped.'],
  [{ imported: 10, updated: 90 }, '10 leads imported, 90 updated.'],
  [{ imported: 10, unprocessed: 90 }, '10 leads imported, 90 rows not processed.'],
])('%j', (stats, sentence) => {
  expect(outcomeText({ ...noStats(100), ...stats })).toBe(sentence);
});

it.each([
  [{}, /^0 leads imported so far stay\. About 100 rows won't/],
  [{ imported: 1, errors: 1 }, /^1 lead imported so far stays\. About 98 rows won't/],
  [{ updated: 60, skipped: 39 }, /^60 leads updated so far stay\. About 1 row won't/],
  [
    { imported: 2, updated: 3, duplicates: 95 },
    /^2 leads imported so far and 3 leads updated so far stay\. About 0 rows/,
  ],
])('cancelling at %j says what stays', (stats, sentence) => {
  expect(cancelText({ ...noStats(100), ...stats })).toMatch(sentence);
});

it('names the columns that are not imported, and counts those it does not name', () => {
  expect(unimportedText([], 0)).toBeNull();
  expect(unimportedText(['Fax', 'Pager'], 2)).toBe('Fax, Pager');
  expect(unimportedText(['Fax', 'Pager'], 1_202)).toBe('Fax, Pager and 1,200 more');
});

it.each([
  [{ status: 'processing' as const, merged: 0 }, 'Merging certain duplicates…'],
  [{ merged: 0 }, null],
  [{ merged: 1 }, '1 group of certain duplicates merged'],
  [{ merged: 2, undone: true }, '2 groups of certain duplicates merged, then separated again'],
])('merged duplicates %j', (merge, text) => {
  const whole = { operationId: '0199c0de-0000-7000-8000-000000000001', undone: false, ...merge };
  expect(mergedText({ status: 'completed', ...whole })).toBe(text);
});
