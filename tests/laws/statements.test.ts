import { glob, readFile } from 'node:fs/promises';
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

/** The statements of the server that are written as one text, constants of their own file put in. */
async function statements(): Promise<{ whole: Statement[]; composed: number }> {
  const whole: Statement[] = [];
  let composed = 0;
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (/\.(?:test|thread)\.ts$/.test(file) || file.startsWith(OF_CLUSTERS)) continue;
    const code = await readFile(`${root}${file}`, 'utf8');
    const { program } = parseSync(file, code);
    const constants = new Map<string, string>();
    for (const { type, declarations } of program.body as unknown as (Node & { declarations?: Fields[] })[]) {
      if (type !== 'VariableDeclaration') continue;
      for (const { id, init } of declarations ?? []) {
        const read = init === null ? null : textOf(init as Fields, code);
        if (read !== null) constants.set((id as { name: string }).name, putIn(read.text, constants));
      }
    }
    for (const node of nodesOf(program.body)) {
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
  for (const { file, text } of whole.filter((one) => !isTable(one))) {
    const fault = await client.query(`PREPARE statement AS ${text}`).then(
      () => client.query('DEALLOCATE statement'),
      (error: Error) => `${file}: ${error.message}\n${text}`,
    );
    if (typeof fault === 'string') faults.push(fault);
  }
  expect(faults).toEqual([]);
  expect(whole.length).toBeGreaterThan(200);
  expect(composed).toBeLessThan(105);
});

test('no UPDATE calls a STABLE function on columns, which Citus refuses', async () => {
  const { whole } = await statements();
  const updates = whole.filter(({ text }) => /^\s*UPDATE\b/i.test(text));
  expect(updates.length).toBeGreaterThan(30);
  const stable = /\b(?:concat|concat_ws|format|to_char|to_date|to_timestamp)\s*\(/i;
  expect(updates.filter(({ text }) => stable.test(text))).toEqual([]);
});
