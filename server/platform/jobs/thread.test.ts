import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

test('a thread imports its module: Node aborts a process whose thread ends while it requires one', () => {
  const require = createRequire(import.meta.url);
  expect(() => require('./thread.ts')).toThrow(expect.objectContaining({ code: 'ERR_REQUIRE_ASYNC_MODULE' }));
});
