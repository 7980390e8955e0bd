import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ESTree, type Plugin, parseSync } from 'vite';

/** Smaller ones gain nothing (bytes). */
const WORTH_COMPRESSING = 200;

/** Puts the gzip and Brotli form beside each file of text: the server sends them to browsers that take them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(texts.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < WORTH_COMPRESSING) return;
  await Promise.all([
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
    promisify(brotliCompress)(content).then((bytes) => writeFile(`${path}.br`, bytes)),
  ]);
}

/** A text in quotes, on one line. */
const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
/** Members of the table of lead fields that map columns and document the public API. */
const FIELD_TEXTS = new RegExp(
  String.raw`\b(?:(?:keywords|aliases): \[[^\]]*\]|description:\s*${TEXT}),?`,
  'g',
);
/** Summaries of calls. */
const SUMMARIES = new RegExp(String.raw`\bsummary:\s*${TEXT},?`, 'g');

/** Leaves out of the contract the texts that only the server uses, so that browsers need not download them. */
function fieldsWithoutServerTexts(): Plugin {
  return {
    name: 'fields-without-server-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/contract/')) return null;
      const texts = id.endsWith('/contract/lead-fields.ts') ? FIELD_TEXTS : SUMMARIES;
      return { code: code.replaceAll(texts, ''), map: null };
    },
  };
}

/** Modules of zod that write JSON Schema. */
const JSON_SCHEMA_WRITER = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves out of zod what writes JSON Schema. Every schema has a method for it, so bundlers keep the code, but only the server
 * calls it.
 */
function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!JSON_SCHEMA_WRITER.test(id)) return null;
      const exported = code.matchAll(/^export (?:function|const) (\w+)/gm);
      const stubs = [...exported].map(([, name]) => `export const ${name} = () => undefined;`);
      return { code: [...stubs, 'export const process = () => undefined;'].join('\n'), map: null };
    },
  };
}

/** Files of the contract whose calls browsers make without using their schemas. */
const CALLED =
  /\/contract\/(?:leads|lead-values|trash|views|users|events|custom-fields|lead-statuses|duplicates|health|exports|deliveries)\.ts$/;
const CALLS = '?calls';
/** Members of a call that browsers use. */
const ADDRESS = new Set(['method', 'path', 'body', 'replies', 'errors']);

/**
 * Splits files of the contract in two: what a call needs, which is its address, and the schemas. A screen loads the second part,
 * and zod with it, only if it parses something.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(/\?.*/, '');
      if (!file.includes('/contract/')) return null;
      const { program } = parseSync(file, code);
      const calls = CALLED.test(file) ? callsOf(program) : [];
      if (id.endsWith(CALLS)) {
        const imports = program.body.filter(({ type }) => type === 'ImportDeclaration');
        const parts = imports.map(({ start, end }) => code.slice(start, end));
        return { code: [...parts, ...calls.map((call) => addressOf(call, code))].join('\n'), map: null };
      }
      const names = calls.map(({ name }) => name).join(', ');
      const schemas = edited(code, [
        ...calls.map(({ start, end }) => ({ start, end, text: '' })),
        ...topCalls(program).map(({ start }) => ({ start, end: start, text: '/*@__PURE__*/ ' })),
      ]);
      const address = `export { ${names} } from './${basename(file)}${CALLS}';\n`;
      return { code: calls.length > 0 ? address + schemas : schemas, map: null, moduleSideEffects: false };
    },
  };
}

interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** Returns the code with all edits; those inside a range that is cut out are dropped. */
function edited(code: string, edits: readonly TextEdit[]): string {
  let at = 0;
  let text = '';
  for (const { start, end, text: by } of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    text += code.slice(at, start) + by;
    at = end;
  }
  return text + code.slice(at);
}

interface StatedCall {
  name: string;
  stated: ESTree.ObjectExpression;
  start: number;
  end: number;
}

/** Returns the exported calls of a file: `export const <name> = endpoint({…});`. */
function callsOf({ body }: ESTree.Program): StatedCall[] {
  return body.flatMap((statement) => {
    const { declaration } = statement.type === 'ExportNamedDeclaration' ? statement : { declaration: null };
    if (declaration?.type !== 'VariableDeclaration') return [];
    const [{ id, init } = { id: null, init: null }] = declaration.declarations;
    if (id?.type !== 'Identifier' || init?.type !== 'CallExpression') return [];
    const [stated] = init.arguments;
    const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint';
    if (!isEndpoint || stated?.type !== 'ObjectExpression') return [];
    return [{ name: id.name, stated, start: statement.start, end: statement.end }];
  });
}

function addressOf({ name, stated }: StatedCall, code: string): string {
  const members = stated.properties.filter(
    (member) =>
      member.type === 'Property' && member.key.type === 'Identifier' && ADDRESS.has(member.key.name),
  );
  return `export const ${name} = { ${members.map(({ start, end }) => code.slice(start, end)).join(', ')} };`;
}

/** Returns the calls that run when the module loads: all but those in functions. */
function topCalls(node: object): { start: number }[] {
  if ('type' in node && String(node.type).includes('Function')) return [];
  const inside = Object.values(node).flatMap((part) =>
    typeof part === 'object' && part !== null ? topCalls(part) : [],
  );
  const isCall = 'type' in node && (node.type === 'CallExpression' || node.type === 'NewExpression');
  return isCall ? [node as ESTree.CallExpression, ...inside] : inside;
}

/** Packages that dialogs, menus and lists of choices stand on. */
const OVERLAYS =
  /\/node_modules\/(?:@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|aria-hidden|use-)/;

/**
 * Modules that share a file. Left alone, each set of modules that some screens share is a file of its own, and a screen loads
 * up to 110 of them.
 */
const SHARED_FILES = [
  // All that the entry imports, which every screen loads anyway.
  { name: 'core', tags: ['$initial' as const], priority: 1 },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 3 },
  { name: 'overlays', test: OVERLAYS, minShareCount: 12 },
];

export default defineConfig({
  root: 'web',
  plugins: [
    fieldsWithoutServerTexts(),
    callsWithoutSchemas(),
    zodWithoutJsonSchema(),
    react(),
    tailwindcss(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    // Dependencies of a shared module may belong to another file, or none would fit the screens that don't need them.
    rolldownOptions: {
      output: { codeSplitting: { groups: SHARED_FILES, includeDependenciesRecursively: false } },
    },
    modulePreload: {
      polyfill: false,
      // Names of files take 2 KB of the lead list's first load; its dialogs are loaded on intent, or find what they need themselves.
      resolveDependencies: (_file, deps, { hostId }) =>
        /\/leads-[^/]*$/.test(hostId) ? deps.filter((dep) => dep.endsWith('.css')) : deps,
    },
  },
});
