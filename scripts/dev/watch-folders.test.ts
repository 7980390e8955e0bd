import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFolders } from './watch-folders.mjs';

let folder: string;
let seen: string[];
let stop: () => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-watch-'));
  mkdirSync(join(folder, 'server/users'), { recursive: true });
  writeFileSync(join(folder, 'server/users/routes.ts'), '1');
  seen = [];
  stop = watchFolders([join(folder, 'server'), join(folder, 'absent')], (path: string) => seen.push(path));
});

afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a change and waits until it is seen. */
async function see(name: string, change: (path: string) => void): Promise<void> {
  seen = [];
  const path = join(folder, name);
  change(path);
  await expect.poll(() => seen).toContain(path);
}

const write = (path: string) => writeFileSync(path, '2');

test('sees a change in a folder of a folder', () => see('server/users/routes.ts', write));

test('sees each save of an editor that renames a new file over the old one', async () => {
  const save = (path: string) => {
    writeFileSync(join(folder, 'draft'), '2');
    renameSync(join(folder, 'draft'), path);
  };
  await see('server/users/routes.ts', save);
  await see('server/users/routes.ts', save);
  await see('server/users/routes.ts', write);
});

test('sees what is created in a new folder, at once and later', async () => {
  await see('server/sales/routes.ts', (path) => {
    mkdirSync(join(folder, 'server/sales'));
    writeFileSync(path, '1');
  });
  await see('server/sales/routes.ts', write);
});

test('sees a deletion, and a folder that was deleted and made again', async () => {
  await see('server/users/routes.ts', (path) => rmSync(path));
  await see('server/users', (path) => rmSync(path, { recursive: true }));
  mkdirSync(join(folder, 'server/users'));
  await see('server/users/routes.ts', write);
});
