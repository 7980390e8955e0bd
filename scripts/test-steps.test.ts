import { expect, test } from 'vitest';
import { outcomeOfRun, patternWithout } from './test-steps.mjs';

test('keeps what the run wrote', () => {
  const written = { passed: 2, failures: ['a.test.ts > adds'], retried: ['b.test.ts > waits: no answer'] };
  expect(outcomeOfRun(written, 1)).toEqual(written);
});

test('never takes a crashed run for a success', () => {
  const failures = ['the run crashed'];
  expect(outcomeOfRun(undefined, 139)).toEqual({ passed: 0, failures, retried: [] });
  expect(outcomeOfRun({ passed: 5, failures: [], retried: [] }, 1)).toEqual({
    passed: 5,
    failures,
    retried: [],
  });
});

test('leaves out tests by a part of their names', () => {
  const pattern = new RegExp(patternWithout(['takes (10) leads', 'creates a trigger']));
  expect(pattern.test('imports takes (10) leads again')).toBe(false);
  expect(pattern.test('creates a trigger')).toBe(false);
  expect(pattern.test('takes 10 leads')).toBe(true);
});
