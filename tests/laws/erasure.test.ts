import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOLDERS } from '#server/features/erasure/holder-writes.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { HELD_BY_STEPS, NO_PERSON } from './erasure-columns.ts';

// Each column that can hold a text is known to erasure, or is listed with the reason why it holds no person.

interface Column {
  name: string;
  type: string;
}

let owner: pg.Client;
let columns: Column[];

beforeAll(async () => {
  owner = new pg.Client({ connectionString: (await cloneDatabase(inject('databaseUrl'))).owner });
  await owner.connect();
  // Composite types may have a text within.
  const { rows } = await owner.query<Column>(
    `SELECT c.table_name || '.' || c.column_name AS name, c.udt_name AS type
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND (c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'xml', 'USER-DEFINED')
         OR c.udt_name IN ('_text', '_varchar', '_json', '_jsonb', '_bytea'))
     ORDER BY 1`,
  );
  columns = rows;
});

afterAll(() => owner.end());

const known = HOLDERS.flatMap(({ table, texts = [], json = [], jsonTexts = [] }) =>
  [...texts, ...json, ...jsonTexts].map((column) => `${table}.${column}`),
);

test('the columns are found', () => {
  const names = columns.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['leads.email', 'leads.tags', 'upload_chunks.bytes', 'lead_change_log.was']),
  );
});

test('every column that can hold a text is known to erasure or holds no person', () => {
  const listed = new Set([...known, ...Object.keys(HELD_BY_STEPS), ...Object.keys(NO_PERSON)]);
  const missing = columns.filter(({ name }) => !listed.has(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

test('no column is listed twice, and none that is gone', () => {
  const listed = [...known, ...Object.keys(HELD_BY_STEPS), ...Object.keys(NO_PERSON)];
  const twice = listed.filter((name, at) => listed.indexOf(name) !== at);
  const names = new Set(columns.map(({ name }) => name));
  expect(twice).toEqual([]);
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});

test('every reason is given', () => {
  expect(Object.values({ ...HELD_BY_STEPS, ...NO_PERSON }).filter((reason) => reason === '')).toEqual([]);
});

test('a holder writes its key, and as many columns as it reads', () => {
  for (const { write, key, texts = [], json = [], jsonTexts = [], erases } of HOLDERS) {
    const values = erases === 'row' ? 0 : texts.length + json.length + jsonTexts.length;
    const parameters = new Set(write.match(/\$\d+/g));
    expect([write, parameters.size]).toEqual([write, 1 + key.length + values]);
  }
});
