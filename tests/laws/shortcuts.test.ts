import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SHORTCUTS } from '../../web/lib/shortcuts.ts';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const NAMES: Readonly<Record<string, string>> = { Ctrl: 'Control', Esc: 'Escape' };

/** Returns the shortcuts that the screens announce, such as `Control+K`; those with Meta are the Mac's. */
async function announced(): Promise<string[]> {
  const files = (await readdir(WEB, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const texts = await Promise.all(files.map((name) => readFile(`${WEB}${name}`, 'utf8')));
  return texts
    .flatMap((text) => [...text.matchAll(/aria-keyshortcuts="([^"]+)"/g)])
    .flatMap(([, keys = '']) => keys.split(' '))
    .filter((keys) => !keys.startsWith('Meta+'));
}

it('lists every shortcut that a screen announces', async () => {
  const listed = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts)
    .flatMap(({ keys }) => keys)
    .map((keys) => keys.replace(/\w+/g, (key) => NAMES[key] ?? key));
  const found = await announced();
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((keys) => !listed.includes(keys))).toEqual([]);
});
