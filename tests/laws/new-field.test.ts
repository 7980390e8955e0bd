import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as AppModule from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { followFieldsInLists } from './field-list-sinks.ts';
import { type FollowedField, followFields } from './field-sinks.ts';

// A new plain text field takes one entry in the table of fields and one migration. A copy of the project gets one so, is
// type-checked, and its server is asked for the field in every way in and out.

const root = fileURLToPath(new URL('../..', import.meta.url));
const runFile = promisify(execFile);

const COPIED = ['contract', 'server', 'web', 'tests', 'bench', 'packages'];
const SETTINGS = /^(?:package\.json|tsconfig\.json|vite(?:st)?\.config\.ts)$/;

const FIELD: FollowedField = {
  key: 'favouriteColour',
  label: 'Favourite Colour',
  example: 'teal',
};
const COLUMN = 'favourite_colour';
const TRAITS = `{ example: '${FIELD.example}', filter: 'favouriteColours' }`;
const ENTRY = `field('${FIELD.key}', '${FIELD.label}', 'text', 'Contact', ${TRAITS})`;

let folder: string;
let app: AppModule.TestApp;

beforeAll(async () => {
  folder = await copyProject();
  await addEntry();
  await addMigration();
  const { startTestApp } = await load<typeof AppModule>('tests/support/app.ts');
  app = await startTestApp();
});

afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A module of the copy. */
function load<Module>(path: string): Promise<Module> {
  return import(join(folder, path)) as Promise<Module>;
}

async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'lead-manager-new-field-'));
  const entries = await readdir(root);
  const wanted = entries.filter((name) => COPIED.includes(name) || SETTINGS.test(name));
  const filter = (path: string) => path !== join(root, 'web/dist') && basename(path) !== 'node_modules';
  for (const name of wanted) await cp(join(root, name), join(copy, name), { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function addEntry(): Promise<void> {
  const path = join(folder, 'contract/lead-fields.ts');
  const table = await readFile(path, 'utf8');
  const [head, ...rest] = table.split('\n] as const;\n');
  expect(head).toContain('const TABLE = [');
  await writeFile(path, [`${head}\n  ${ENTRY},`, ...rest].join('\n] as const;\n'));
}

async function addMigration(): Promise<void> {
  const path = join(folder, 'server/migrations/9999-favourite-colour.sql');
  await writeFile(path, `alter table leads add column ${COLUMN} text;\n`);
}

test.each(['tsconfig.json', 'web/tsconfig.json'])('the compiler is content with %s', async (project) => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const checked = runFile(process.execPath, [compiler, '-p', project, '--singleThreaded'], { cwd: folder });
  expect(await checked.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({
    stdout: '',
  });
});

followFields(() => ({ app, fields: [FIELD] }));
followFieldsInLists(() => ({ app, fields: [FIELD] }));

test('filter: the values that leads hold are offered, most frequent first, and narrow the list', async () => {
  const user = await signUp(app.url);
  for (const colour of ['red', 'blue', 'blue']) {
    await makeLead(user, { email: `${randomUUID()}@example.com`, [FIELD.key]: colour });
  }
  const { body } = await user.get<Record<string, string[]>>('/api/leads/filter-values');
  expect(body['favouriteColours']).toEqual(['blue', 'red']);
  const found = await user.get<{ leads: Record<string, unknown>[]; total: number }>(
    `/api/leads?${FIELD.key}=BLUE`,
  );
  expect(found.body.total).toBe(2);
  expect(found.body.leads.map((lead) => lead[FIELD.key])).toEqual(['blue', 'blue']);
});

test('screens: a column of the list, an editor of the drawer, a target of a mapping, a row of a comparison', async () => {
  const { allColumns } = await load<{ allColumns: (custom: []) => object[] }>(
    'web/features/leads/lead-columns.ts',
  );
  expect(allColumns([])).toContainEqual(
    expect.objectContaining({ field: FIELD.key, label: FIELD.label, kind: 'text' }),
  );
  const { editableSections } = await load<{ editableSections: (custom: []) => { fields: object[] }[] }>(
    'web/features/leads/fields/editable-fields.ts',
  );
  expect(editableSections([]).flatMap(({ fields }) => fields)).toContainEqual(
    expect.objectContaining({ field: FIELD.key, label: FIELD.label, editor: 'text' }),
  );
  const { fieldOptions } = await load<{ fieldOptions: (draft: object) => object[] }>(
    'web/features/imports/plan/field-options.ts',
  );
  expect(fieldOptions({ mode: 'create', mapping: {} })).toContainEqual(
    expect.objectContaining({ value: FIELD.key, label: FIELD.label }),
  );
  const { clusterFields } = await load<{ clusterFields: (leads: object[]) => object[] }>(
    'web/features/leads/duplicates/cluster-fields.ts',
  );
  const leads = ['red', 'blue'].map((value) => ({ [FIELD.key]: value, customData: {} }));
  expect(clusterFields(leads)).toEqual([
    { field: FIELD.key, label: FIELD.label, values: ['red', 'blue'], differs: true, choosable: true },
  ]);
});
