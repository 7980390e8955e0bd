import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The boundaries that show in the text of a file and not in its imports; dependency-cruiser checks the others.

const root = fileURLToPath(new URL('../..', import.meta.url));

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('web/dist/'));
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns the text without comments, which may mention what the code must not do. */
function codeOf(path: string): string {
  return textOf(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '');
}

const all = ['contract', 'packages', 'server', 'web'].flatMap(sourcesBelow);

const environment =
  /\bprocess\s*(?:\.\s*env\b|\[\s*['"]env['"])|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|import\.meta\.env\b/;
const statement =
  /\b(?:SELECT\s[\s\S]*?\sFROM\s|SELECT\s+(?:set_config|current_setting|pg_\w+|graphile_worker)\b|INSERT\s+INTO\s|UPDATE\s+\S+\s+(?:AS\s+\S+\s+)?SET\s|DELETE\s+FROM\s|COPY\s+\S+[^;]*\sFROM\s+STDIN|(?:CREATE|ALTER|DROP|TRUNCATE)\s+(?:TABLE|INDEX|DATABASE|ROLE|TEMP)|SET\s+(?:LOCAL\s+)?ROLE\b)/;
const template = /\bsql`/;

function mayHoldSql(path: string): boolean {
  const name = basename(path, '.ts');
  return (
    path.startsWith('packages/embedded-postgres/') ||
    /^server\/(?:platform|lead\/store|lead\/list\/index|features\/imports\/write|features\/(?:housekeeping|backup))\//.test(
      path,
    ) ||
    /(?:^|-)(?:reads|writes)$/.test(name)
  );
}

function holdsSql(code: string): boolean {
  return statement.test(code) || template.test(code);
}

test('the files are found', () => {
  expect(all).toContain('server/platform/config.ts');
  expect(all).toContain('contract/endpoint.ts');
});

test('the environment is read in server/platform/config.ts alone', () => {
  const readers = all.filter((path) => environment.test(codeOf(path)));
  expect(readers).toEqual(['server/platform/config.ts']);
});

test('SQL stands in the platform, the store, the index, housekeeping, backups, reads and writes alone', () => {
  expect(all.filter((path) => !mayHoldSql(path) && holdsSql(codeOf(path)))).toEqual([]);
});

test.each([
  'await db.query("SELECT id FROM leads")',
  'INSERT INTO leads (id) VALUES ($1)',
  'UPDATE leads SET sold = true',
  'DELETE FROM leads',
  'COPY staging (a) FROM STDIN',
  "SELECT set_config('app.organization_id', $1, true)",
  'sql`count(*)`',
])('knows %s for SQL', (code) => {
  expect(holdsSql(code)).toBe(true);
});

test.each(["'Select a file from the list'", 'const sql = 1;', "'Update phones'", 'map.delete(from)'])(
  'does not take %s for SQL',
  (code) => {
    expect(holdsSql(code)).toBe(false);
  },
);

test.each(['process.env.PORT', "process['env']", 'const { env } = process;', 'import.meta.env.MODE'])(
  'knows %s for a look at the environment',
  (code) => {
    expect(environment.test(code)).toBe(true);
  },
);

/** Returns whether everything outside a package, or outside the store, imports from this file alone. */
function isDoor(path: string): boolean {
  return /^packages\/([^/]+)\/\1\.ts$/.test(path) || path === 'server/lead/store/store.ts';
}

test('no file is a grab bag or only passes on the exports of others', () => {
  const grabBags = all.filter((path) =>
    /\/(?:(?:index|utils?|helpers?|misc|common)\.tsx?$|(?:utils?|helpers?|misc|common)\/)/.test(path),
  );
  const barrels = all.filter((path) => {
    if (isDoor(path)) return false;
    const statements = codeOf(path)
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return (
      statements.length > 0 &&
      statements.every((part) => /^export\s+(?:type\s+)?(?:\*|\{)[\s\S]*\sfrom\s/.test(part))
    );
  });
  expect([...grabBags, ...barrels]).toEqual([]);
});

test('no file is longer than 300 lines', () => {
  const handWritten = all.filter((path) => !textOf(path).startsWith('/**\n * This file was generated'));
  expect(handWritten.filter((path) => textOf(path).split('\n').length > 301)).toEqual([]);
});

/** Flat by intent: one file a noun, and kits whose parts are found by name. */
const FLAT = new Set(['contract', 'web/ui', 'web/lib']);

test('no folder holds more than 30 source files', () => {
  const counts = Map.groupBy(all, dirname);
  const full = [...counts].filter(([folder, files]) => files.length > 30 && !FLAT.has(folder));
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});
