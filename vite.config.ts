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

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
