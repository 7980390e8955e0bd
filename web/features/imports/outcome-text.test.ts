import { expect, it } from 'vitest';
import { noStats } from './import-progress.ts';
import { outcomeText } from './outcome-text.ts';

it.each([
  [{ totalRows: 0 }, 'The file holds no rows.'],
  [{ imported: 100 }, '100 leads imported.'],
  [{ imported: 1, duplicates: 1, errors: 98 }, '1 lead imported, 1 duplicate left out, 98 rows with errors.'],
  [{ duplicates: 100 }, 'No leads imported, 100 duplicates left out.'],
  [{ updated: 60, skipped: 40 }, '60 leads updated, 40 rows skipped.'],
  [{ skipped: 100 }, 'No leads imported, 100 rows skipped.'],
  [{ imported: 10, updated: 90 }, '10 leads imported, 90 updated.'],
])('%j', (stats, sentence) => {
  expect(outcomeText({ ...noStats(100), ...stats })).toBe(sentence);
});
