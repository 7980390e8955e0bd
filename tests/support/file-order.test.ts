import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFirst } from './file-order.ts';
import { LONG_FILES } from './long-files.ts';

const root = join(import.meta.dirname, '../..');

test('the long test files exist', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the longest files come first, and the others keep their order', () => {
  const [longest = '', second = ''] = LONG_FILES;
  const paths = ['b.test.ts', second, 'a.test.ts', longest];
  expect(longFirst(paths, (path) => path)).toEqual([longest, second, 'b.test.ts', 'a.test.ts']);
});
