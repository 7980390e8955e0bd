import { expect, test } from 'vitest';
import { root } from './project.mjs';
import { outcomeOfRun } from './test-steps.mjs';

const run = (...statuses: string[]) => ({
  testResults: [
    {
      name: `${root}/a.test.ts`,
      assertionResults: statuses.map((status, nth) => ({ status, fullName: `test ${nth}` })),
    },
  ],
});

test('counts what passed and names what failed', () => {
  const outcome = { passed: 1, failures: ['a.test.ts > test 1'] };
  expect(outcomeOfRun(run('passed', 'failed', 'skipped'), 1)).toEqual(outcome);
});

test('never takes a crashed run for a success', () => {
  const failures = ['a file or the run itself'];
  expect(outcomeOfRun(undefined, 139)).toEqual({ passed: 0, failures });
  expect(outcomeOfRun(run('passed'), 1)).toEqual({ passed: 1, failures });
});
