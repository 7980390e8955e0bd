import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// The budget and the door of the finder (docs/decisions/0009-finding-leads.md, docs/finding-leads.md). A change that exceeds the
// budget has to make room first.

const MOST_TYPESCRIPT_LINES = 1_500;
const MOST_SQL_LINES = 200;

const FINDER = new URL('../../server/lead/list/index/', import.meta.url);
const BASELINE = new URL('../../server/migrations/baseline/', import.meta.url);

/** Counts the lines of the files in a folder whose names match. */
async function countLines(folder: URL, pattern: RegExp): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name));
  expect(names).not.toEqual([]);
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.join('').split('\n').length - 1;
}

test('the finder has at most 1,500 lines of TypeScript, tests left out', async () => {
  expect(await countLines(FINDER, /(?<!\.test)\.ts$/)).toBeLessThanOrEqual(MOST_TYPESCRIPT_LINES);
});

test('the finder has at most 200 lines of SQL, all in one file', async () => {
  expect(await countLines(BASELINE, /lead-index\.sql$/)).toBeLessThanOrEqual(MOST_SQL_LINES);
  const others = (await readdir(BASELINE)).filter((name) => !name.endsWith('lead-index.sql'));
  for (const name of others) {
    const text = await readFile(new URL(name, BASELINE), 'utf8');
    expect(text, name).not.toMatch(
      /^create (?:table|type) lead_(?:index|segments|bitmaps|bit_slices|change_log|facets)\b/m,
    );
  }
});

test('the docs name everything that the door of the finder exports', async () => {
  const door = await readFile(new URL('finder.ts', FINDER), 'utf8');
  const docs = await readFile(new URL('../../docs/finding-leads.md', import.meta.url), 'utf8');
  const declared = Array.from(
    door.matchAll(/^export (?:async function|function|interface|type|const) (\w+)/gm),
    ([, name]) => name,
  );
  const passedOn = Array.from(door.matchAll(/^export (?:type )?\{([^}]+)\} from/gm), ([, names]) => names);
  const exported = [...declared, ...(passedOn.join(',').match(/\w+/g) ?? [])].filter(
    (name) => name !== 'type',
  );
  expect(exported.length).toBeGreaterThan(12);
  const [head = ''] = docs.split('\n## ');
  expect(exported.filter((name) => !head.includes(`\`${name}\``))).toEqual([]);
});
