import { expect, it } from 'vitest';
import { unimportedText } from './unimported-text.ts';

it('names the columns that are not imported, and counts those it does not name', () => {
  expect(unimportedText([], 0)).toBeNull();
  expect(unimportedText(['Fax', 'Pager'], 2)).toBe('Fax, Pager');
  expect(unimportedText(['Fax', 'Pager'], 1_202)).toBe('Fax, Pager and 1,200 more');
});
