import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: 'web',
  plugins: [fieldsWithoutServerTexts(), react(), tailwindcss(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
