import { expect, test } from 'vitest';
import { changesSearched } from './search-text.ts';

test.each([
  [['tags = b.tags || $9'], false],
  [['status = $9', 'is_sold = true'], false],
  [['is_sold = true, customer_number = $9'], true],
  [['status = $9', 'last_name = p.last_name'], true],
  [['phone = $9, number_valid = true'], true],
  [['deleted_at = now()'], true],
] as const)('whether %j may change searched texts: %s', (set, expected) => {
  expect(changesSearched(set)).toBe(expected);
});
