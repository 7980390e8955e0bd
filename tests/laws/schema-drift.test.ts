import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('server/platform/db/schema.ts is what the migrations make (npm run db:types writes it)', async () => {
  // A database of its own: while somebody looks at the template, it can't be copied.
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}scripts/db-types.mjs`, owner]);
  expect(stdout).toContain('export interface Leads');
  expect(await readFile(`${root}server/platform/db/schema.ts`, 'utf8')).toBe(stdout);
});
