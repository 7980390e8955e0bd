import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  integrity?: string;
  link?: boolean;
}

test('package-lock.json: every package from the registry has its hash, and none names a registry', async () => {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const fetched = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  );
  const unproven = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(fetched.length).toBeGreaterThan(300);
  expect(unproven.map(([path]) => path)).toEqual([]);
  expect(text).not.toMatch(/"resolved": "https?:/);
});
