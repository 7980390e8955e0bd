import { expect, test } from 'vitest';
import { outcomeOf } from './test-steps.mjs';

test('keeps what the run wrote', () => {
  const written = { passed: 2, failures: ['a.test.ts > adds'] };
  expect(outcomeOf(written, 1)).toEqual(written);
});

test('never takes a crashed run for a success', () => {
  const failures = ['the run crashed'];
  expect(outcomeOf(undefined, 139)).toEqual({ passed: 0, failures });
  expect(outcomeOf({ passed: 5, failures: [] }, 1)).toEqual({ passed: 5, failures });
});
