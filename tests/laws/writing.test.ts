import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The law of writing: no comment begins with a word that the style avoids, and each exported name has one meaning.

test('scripts/writing.mjs finds nothing', () => {
  const script = fileURLToPath(new URL('../../scripts/writing.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`.split('\n').slice(0, -3)).toEqual([]);
  expect(status).toBe(0);
});
