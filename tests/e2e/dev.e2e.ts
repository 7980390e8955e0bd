import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { closePage, openPage, startBrowser } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/client.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

// npm run dev on a copy of the project, whose sources the tests edit.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = [
  'contract',
  'packages',
  'scripts',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

let folder: string;
let project: string;
let server: ServerProcess;
let url: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-dev-'));
  // Started as root, PostgreSQL runs as another account, which has to enter this folder.
  chmodSync(folder, 0o711);
  project = join(folder, 'project');
  for (const name of COPIED.filter((path) => existsSync(join(ROOT, path)))) {
    const filter = (path: string) => path !== join(ROOT, 'web/dist');
    cpSync(join(ROOT, name), join(project, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  server = startServer(
    { PATH: pathWithoutNpm(), DATA_DIR: join(folder, 'data') },
    join(project, 'scripts/dev.mjs'),
  );
  [url, browser] = await Promise.all([server.ready(), startBrowser()]);
  page = await openPage(browser, url);
});

afterAll(async () => {
  await browser.close();
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a PATH whose npm fails: an installation would empty the linked node_modules. */
function pathWithoutNpm(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return `${bin}:${process.env['PATH']}`;
}

function edit(path: string, from: string, to: string): void {
  const file = join(project, path);
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
}

async function requestId(): Promise<string | null> {
  return (await fetch(`${url}/healthz`)).headers.get('x-request-id');
}

it('replaces what changed in a page without loading it again', async () => {
  await page.goto('/auth');
  await page.getByLabel('Username').fill('half a name');
  edit('web/routes/auth.tsx', 'Lead Management System', 'Edited System');
  await page.getByRole('heading', { name: 'Edited System' }).waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe('half a name');
});

it('lets screens call the server at the same address', async () => {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Administrator' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});

it('starts the server again after each change, and says why it does not answer', async () => {
  onTestFailed(() => void process.stdout.write(`${server.output()}${server.errors()}`));
  edit('server/app.ts', 'genReqId: () => randomUUID()', "genReqId: () => 'edited'");
  await expect.poll(requestId).toBe('edited');

  edit('server/app.ts', "genReqId: () => 'edited'", 'genReqId: () =>');
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(503);
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({
    message: "The server isn't running; see its output",
  });

  edit('server/app.ts', 'genReqId: () =>', "genReqId: () => 'fixed'");
  await expect.poll(requestId).toBe('fixed');
});

it('ends with everything that it started', async () => {
  await closePage(page);
  expect(await server.end('SIGINT')).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(existsSync(join(folder, 'data/server.lock'))).toBe(false);
});
