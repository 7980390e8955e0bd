import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

// npm start after npm run build, which precedes these tests.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = join(ROOT, 'web/dist/index.html');
const packages = join(ROOT, 'node_modules/.package-lock.json');

let folder: string;
let server: ServerProcess;
let url: string;
let before: number[];

const modified = () => [page, packages].map((path) => statSync(path).mtimeMs);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-start-'));
  // Started as root, PostgreSQL runs as another account, which has to enter this folder.
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, 'bin'));
  // The one npm on the PATH leaves a trace and reaches no registry.
  const npm = `#!/bin/sh\necho "$@" >> '${folder}/npm-calls'\nexit 1\n`;
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  before = modified();
  server = startServer(
    { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, DATA_DIR: join(folder, 'data') },
    join(ROOT, 'scripts/start.mjs'),
  );
  url = await server.ready();
});

afterAll(async () => {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('installs and builds nothing', () => {
  expect(server.errors()).toBe('');
  expect(() => statSync(join(folder, 'npm-calls'))).toThrow('ENOENT');
  expect(modified()).toEqual(before);
});

it('serves what was built, without the mark of the build', async () => {
  expect(await (await fetch(url)).text()).toBe(readFileSync(page, 'utf8'));
  expect((await fetch(`${url}/.built-from`)).status).toBe(404);
});

it('ends cleanly', async () => {
  expect(await server.end('SIGTERM')).toBe(0);
});
