import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { CONDITION_HANGS_MS } from './limits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, '.cache');

// Leaves the emulated graphics card unpacked in its archive.
chromium.setGraphicsMode = false;

/** How often the browser is started before its end at the very start counts as a failure. */
const LAUNCHES = 4;

/** Starts the browser at this path, which `unpackedChromium` tells; close it at the end. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  for (let launch = 1; ; launch++) {
    try {
      return await playwright.launch({
        executablePath,
        timeout: CONDITION_HANGS_MS,
        // Drawn by the processor all the same, which is slower by way of an emulated graphics card.
        args: ['--disable-gpu', '--font-render-hinting=none'],
      });
    } catch (error) {
      // Once in some hundred starts it ends with a segmentation fault before it has opened anything.
      if (launch === LAUNCHES) throw error;
    }
  }
}

/**
 * Unpacks the browser of the package unless it has been, and tells the path of its program. The package unpacks into
 * the folder for temporary files, which other users and runs share, and takes what stands there for complete. So it
 * gets a folder of its own, which has its name only once it is complete.
 */
export async function unpackedChromium(): Promise<string> {
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
