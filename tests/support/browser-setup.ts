import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser's program. */
    chromium: string;
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, '.cache');

/** Unpacks the browser once, before any test needs it, and gives its path to the tests as `inject('chromium')`. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await unpackedChromium());
}

/**
 * The package unpacks into the folder for temporary files, which other users and runs share, and takes what stands
 * there for complete. So it gets a folder of its own, which has its name only once it is complete.
 */
async function unpackedChromium(): Promise<string> {
  const folder = join(CACHE, `chromium-${version()}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const making = mkdtempSync(join(CACHE, 'chromium-making-'));
    await unpackInto(making);
    try {
      renameSync(making, folder);
    } catch (error) {
      rmSync(making, { recursive: true, force: true });
      // Another run may have been first.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
}

async function unpackInto(folder: string): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function version(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return devDependencies['@sparticuz/chromium'] ?? '';
}
