import { expect, test } from 'vitest';
import { outcomeOfRun } from './test-steps.mjs';

test('keeps what the run wrote', () => {
  const written = { passed: 2, failures: ['a.test.ts > adds'] };
  expect(outcomeOfRun(written, 1)).toEqual(written);
});

test('never takes a crashed run for a success', () => {
  const failures = ['the run crashed'];
  expect(outcomeOfRun(undefined, 139)).toEqual({ passed: 0, failures });
  expect(outcomeOfRun({ passed: 5, failures: [] }, 1)).toEqual({ passed: 5, failures });
});
