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
      const texts = files.filter((name) => /\.(js|json|css|html|svg)$/.test(name));
      await Promise.all(texts.map((name) => compress(join(dir, name))));
    },
  };
}

/** Lists the files that a first load doesn't need, which the page then fetches while it is idle. */
function later(): Plugin {
  return {
    name: 'later',
    generateBundle(_options, bundle) {
      const first = new Set<string>();
      const visit = (name: string) => {
        const file = bundle[name];
        if (first.has(name) || file?.type !== 'chunk') return;
        first.add(name);
        file.imports.forEach(visit);
      };
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry) visit(file.fileName);
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name) && !first.has(name));
      const source = JSON.stringify(names.map((name) => `/${name}`));
      this.emitFile({ type: 'asset', fileName: 'later.json', source });
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

/** Packages that dialogs, menus and lists of choices stand on. */
const OVERLAYS =
  /\/node_modules\/(?:@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|aria-hidden|use-)/;

/** Small modules of the lead list that most screens use. */
const PARTS =
  /\/web\/(?:lib\/(?:format|query-error|use-draft)|ui\/(?:data-table|format-number|page|skeleton))\.tsx?$/;

/**
 * Modules that share a file. Left alone, each set of modules that some screens share is a file of its own, and a screen loads
 * up to 110 of them.
 */
const SHARED_FILES = [
  // All that the entry imports, which every screen loads anyway.
  { name: 'core', tags: ['$initial' as const], priority: 1 },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 3 },
  { name: 'overlays', test: OVERLAYS, minShareCount: 12 },
  { name: 'parts', test: PARTS },
];

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), later(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // Dependencies of a shared module may belong to another file, or none would fit the screens that don't need them.
    rolldownOptions: {
      output: { codeSplitting: { groups: SHARED_FILES, includeDependenciesRecursively: false } },
    },
    modulePreload: {
      polyfill: false,
      // Names of files take 2 KB of the lead list's first load; dialogs and screens are loaded on intent, or find what they need themselves.
      resolveDependencies: (_file, deps, { hostId }) =>
        /\/(?:leads|index)-[^/]*$/.test(hostId) ? deps.filter((dep) => dep.endsWith('.css')) : deps,
    },
  },
});
