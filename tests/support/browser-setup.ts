import type { TestProject } from 'vitest/node';
import { unpackedChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser's program. */
    chromium: string;
  }
}

/** Unpacks the browser once, before any test needs it, and gives its path to the tests as `inject('chromium')`. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await unpackedChromium());
}
