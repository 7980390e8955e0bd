import { expect, it, vi } from 'vitest';
import { registration } from '#contract/users.ts';
import { ApiError } from './api-error.ts';
import { checkedBy, showAtField } from './field-error.ts';

interface Form {
  username: string;
  password: string;
}

/** Returns the calls of `setError` after an error. */
function saidAfter(error: unknown, otherwise?: keyof Form) {
  const setError = vi.fn();
  showAtField<Form>(error, setError, ['username', 'password'], otherwise);
  return setError.mock.calls;
}

const answer = (status: number, body: object) => new ApiError(status, '', JSON.stringify(body));

it('says it at the field that the server names', () => {
  const said = saidAfter(answer(400, { message: 'Too short', field: 'password' }), 'username');
  expect(said).toEqual([['password', { message: 'Too short' }, { shouldFocus: true }]]);
});

it('says it at the given field where the server names none of the form', () => {
  const [said] = saidAfter(answer(409, { message: 'Taken', field: 'other' }), 'username');
  expect(said?.slice(0, 2)).toEqual(['username', { message: 'Taken' }]);
});

it('says nothing without a field, without words, and of what is not the fault of the form', () => {
  expect(saidAfter(answer(409, { message: 'Taken' }))).toEqual([]);
  expect(saidAfter(answer(409, {}), 'username')).toEqual([]);
  expect(saidAfter(answer(500, { message: 'Something went wrong' }), 'username')).toEqual([]);
  expect(saidAfter(new TypeError('Failed to fetch'), 'username')).toEqual([]);
});

it('says what the contract says is wrong, and true when nothing is', () => {
  const check = checkedBy(registration.shape.password);
  expect(check('short')).toBe('A password needs at least 8 characters');
  expect(check('long enough')).toBe(true);
});
