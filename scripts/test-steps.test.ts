import { expect, test } from 'vitest';
import { countReport } from './test-steps.mjs';

const failedTest = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
const brokenFile = { status: 'failed', assertionResults: [] };
const goodFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };

test('counts tests as the report does', () => {
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [failedTest, goodFile] };
  expect(countReport(report, 1)).toEqual({ passed: 2, failed: 1 });
});

test('counts a file that could not be loaded', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [brokenFile, goodFile] };
  expect(countReport(report, 1)).toEqual({ passed: 1, failed: 1 });
});

test('never takes a crashed run for a success', () => {
  expect(countReport(undefined, 139)).toEqual({ passed: 0, failed: 1 });
  expect(countReport({ numPassedTests: 5, numFailedTests: 0, testResults: [goodFile] }, 1)).toEqual({
    passed: 5,
    failed: 1,
  });
});
