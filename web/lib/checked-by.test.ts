import { expect, it } from 'vitest';
import { registration } from '#contract/users.ts';
import { checkedBy } from './checked-by.ts';

it('says what the contract says is wrong, and true when nothing is', () => {
  const check = checkedBy(registration.shape.password);
  expect(check('short')).toBe('A password needs at least 8 characters');
  expect(check('long enough')).toBe(true);
});
