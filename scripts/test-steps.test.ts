import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './project.mjs';
import { outcomeOfRun } from './test-steps.mjs';

const FILES = {
  'tests.test.js': `test('passes', () => {}); describe('group', () => test('fails', () => expect(1).toBe(2)));`,
  'hook.test.js': `beforeAll(() => { throw new Error('the hook'); }); test('never runs', () => {});`,
  'late.test.js': `test('ends before its error', () => { Promise.reject(new Error('too late')); });`,
  'syntax.test.js': `test('`,
};

test('names failed tests, hooks and files, and what no test caught', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-report-'));
  const path = join(folder, 'report.json');
  try {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const reporter = `--reporter=${join(root, 'scripts/test-report.mjs')}`;
    const args = ['run', `--root=${folder}`, '--globals', reporter];
    const env = { ...process.env, TEST_REPORT: path };
    const run = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { env });
    const { passed, failures } = outcomeOfRun(JSON.parse(readFileSync(path, 'utf8')), run.status);
    expect(passed).toBe(2);
    expect(failures.toSorted()).toEqual([
      expect.stringMatching(/^hook\.test\.js: Error: the hook/),
      expect.stringMatching(/^syntax\.test\.js: /),
      'tests.test.js > group > fails',
      expect.stringMatching(/^unhandled: Error: too late/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('never takes a crashed run for a success', () => {
  const failures = ['the run itself'];
  expect(outcomeOfRun(undefined, 139)).toEqual({ passed: 0, failures });
  expect(outcomeOfRun({ passed: 1, failures: [] }, 1)).toEqual({ passed: 1, failures });
});
