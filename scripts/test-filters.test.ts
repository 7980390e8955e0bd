import { expect, test } from 'vitest';
import { filesByProject, testFiles } from './test-filters.mjs';

const files = [
  { path: 'server/users/list.test.ts', project: 'unit' },
  { path: 'server/ids.test.ts', project: 'unit' },
  { path: 'tests/e2e/users.e2e.ts', project: 'e2e' },
];

function chosen(...filters: string[]) {
  return Object.fromEntries(filesByProject(files, filters));
}

test('a part of a path names the files of every project', () => {
  expect(chosen('users')).toEqual({ unit: ['server/users/list.test.ts'], e2e: ['tests/e2e/users.e2e.ts'] });
});

test('a path names one file, from the project or from the root of the file system', () => {
  const ids = { unit: ['server/ids.test.ts'] };
  expect(chosen('server/ids.test.ts')).toEqual(ids);
  expect(chosen('./server/ids.test.ts')).toEqual(ids);
  expect(chosen(`${process.cwd()}/server/ids.test.ts`)).toEqual(ids);
});

test('several filters name each file once, in upper or lower case', () => {
  expect(chosen('IDS', 'server/')).toEqual({ unit: ['server/ids.test.ts', 'server/users/list.test.ts'] });
});

test('a filter that names no file is refused even beside one that does', () => {
  expect(() => chosen('ids', 'nonsense')).toThrow("No test file has 'nonsense' in its path.");
  // The folder that the project lies in is no part of a path in the project.
  expect(() => chosen(`${process.cwd().split('/').at(-1)}/server`)).toThrow('No test file');
});

test('no filter names no file', () => {
  expect(chosen()).toEqual({});
});

test('the test files of every project are known by their paths', async () => {
  const known = await testFiles();
  expect(known).toContainEqual({ path: 'scripts/test-filters.test.ts', project: 'unit' });
  expect(known).toContainEqual({ path: 'tests/e2e/users.e2e.ts', project: 'e2e' });
});
