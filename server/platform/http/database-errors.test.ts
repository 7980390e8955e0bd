import { expect, test } from 'vitest';
import { toHttpError } from './error-answers.ts';

const failedWith = (code: string): Error => Object.assign(new Error('violates something'), { code });

test.each([
  ['42501', 403],
  ['23505', 409],
  ['23503', 409],
  ['40P01', 409],
  ['22008', 400],
  ['22003', 400],
  ['54000', 400],
  ['XX000', 500],
])('an error %s of PostgreSQL: answers %i and tells nothing of its text', (code, status) => {
  const error = toHttpError(failedWith(code));
  expect(error.status).toBe(status);
  expect(error.message).not.toContain('violates');
});
