import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { parseSync } from 'vite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';

// PostgreSQL prepares every statement of the server against the schema: names and types of tables, columns and functions exist.
// What a statement is put together from at run time is tested by the tests of its caller.

const root = fileURLToPath(new URL('../../', import.meta.url));
const STATEMENT = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE TEMP)\b/i;
/** Run against a cluster alone, by the tests of `npm run test:citus`. */
const OF_CLUSTERS = 'server/platform/db/citus/';

interface Node {
  type: string;
  start: number;
  end: number;
}
type Fields = Record<string, unknown>;

let client: pg.Client;

beforeAll(async () => {
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  client = new pg.Client({ connectionString: owner });
  await client.connect();
});
afterAll(() => client.end());

/** Returns all nodes of a syntax tree. */
function nodesOf(node: unknown): (Node & Fields)[] {
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(nodesOf);
  return 'type' in node ? [node as Node & Fields, ...inside] : inside;
}

interface Text {
  expressions: unknown[];
  text: string;
}

/** The text of a literal, whose only unknown parts are given in `expressions`. */
function textOf(node: Fields, code: string): Text | null {
  if (node['type'] === 'Literal' && ['string', 'number'].includes(typeof node['value'])) {
    return { expressions: [], text: String(node['value']) };
  }
  if (node['type'] !== 'TemplateLiteral') return null;
  const { start, end } = node as unknown as Node;
  return { expressions: node['expressions'] as unknown[], text: code.slice(start + 1, end - 1) };
}

interface Statement {
  file: string;
  text: string;
}

/** Replaces the constants in a text by their own. */
function putIn(text: string, constants: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (part, name: string) => constants.get(name) ?? part);
}

interface Source {
  file: string;
  code: string;
  nodes: (Node & Fields)[];
  /** Top-level constants whose value is one text; exported names are unique. */
  own: ReadonlyMap<string, string>;
  exported: ReadonlyMap<string, string>;
}

async function sourceOf(file: string): Promise<Source> {
  const code = await readFile(`${root}${file}`, 'utf8');
  const { program } = parseSync(file, code);
  const own = new Map<string, string>();
  const exported = new Map<string, string>();
  for (const node of program.body as unknown as (Node & Fields)[]) {
    const declaration = (node['declaration'] ?? node) as Node & { declarations?: Fields[] };
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations ?? []) {
      const read = init === null ? null : textOf(init as Fields, code);
      if (read === null) continue;
      const { name } = id as { name: string };
      own.set(name, putIn(read.text, own));
      if (declaration !== node) exported.set(name, putIn(read.text, own));
    }
  }
  return { file, code, nodes: nodesOf(program.body), own, exported };
}

/** The statements of the server that are written as one text, constants of it put in. */
async function statements(): Promise<{ whole: Statement[]; composed: number }> {
  const whole: Statement[] = [];
  let composed = 0;
  const files = globSync('server/**/*.ts', { cwd: root });
  const sources = await Promise.all(
    files
      .filter((file) => !/\.(?:test|thread)\.ts$/.test(file) && !file.startsWith(OF_CLUSTERS))
      .map(sourceOf),
  );
  const shared = sources.flatMap(({ exported }) => [...exported]);
  for (const { file, code, nodes, own } of sources) {
    const constants = new Map([...shared, ...own]);
    for (const node of nodes) {
      const callee = node['callee'] as Fields | undefined;
      const isQuery =
        node.type === 'CallExpression' && (callee?.['property'] as Fields | undefined)?.['name'] === 'query';
      const [first] = (node['arguments'] ?? []) as Fields[];
      const read = isQuery && first !== undefined ? textOf(first, code) : null;
      if (read === null || !STATEMENT.test(read.text)) continue;
      const text = putIn(read.text, constants);
      if (text.includes('${')) composed += 1;
      else whole.push({ file, text: text.replaceAll('\\\\', '\\') });
    }
  }
  return { whole, composed };
}

test('each statement that is written as one text is prepared', { timeout: 300_000 }, async () => {
  const { whole, composed } = await statements();
  const faults: string[] = [];
  const isTable = ({ text }: Statement) => text.startsWith('CREATE TEMP');
  for (const { text } of whole.filter(isTable)) await client.query(text.replace('ON COMMIT DROP', ''));
  // Restoring one organization stages each table under such a name.
  for (const table of new Set(whole.flatMap(({ text }) => text.match(/(?<=\brestored_)\w+/g) ?? []))) {
    await client.query(`CREATE TEMP TABLE restored_${table} (LIKE ${table})`);
  }
  for (const { file, text } of whole.filter((one) => !isTable(one))) {
    const fault = await client.query(`PREPARE statement AS ${text}`).then(
      () => client.query('DEALLOCATE statement'),
      (error: Error) => `${file}: ${error.message}\n${text}`,
    );
    if (typeof fault === 'string') faults.push(fault);
  }
  expect(faults).toEqual([]);
  expect(whole.length).toBeGreaterThan(200);
  expect(composed).toBeLessThan(80);
});

test('no UPDATE calls a STABLE function on columns, which Citus refuses', async () => {
  const { whole } = await statements();
  const updates = whole.filter(({ text }) => /^\s*UPDATE\b/i.test(text));
  expect(updates.length).toBeGreaterThan(30);
  const stable = /\b(?:concat|concat_ws|format|to_char|to_date|to_timestamp)\s*\(/i;
  expect(updates.filter(({ text }) => stable.test(text))).toEqual([]);
});
