import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/support/file-order.ts';
import { CONDITION_HANGS_MS, TEST_HANGS_MS } from './tests/support/limits.ts';

const shared = {
  environment: 'node' as const,
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['compiled', 'quiet-console', 'property-seed'].map((name) => `tests/support/${name}.ts`),
  testTimeout: TEST_HANGS_MS,
  hookTimeout: TEST_HANGS_MS,
  expect: { poll: { timeout: CONDITION_HANGS_MS } },
  // One less than there are cores when left out, which on two of them leaves one idle half of the time.
  maxWorkers: 2,
  // Loading the server takes two seconds of processor time, so files share the loaded modules of their worker. Each file
  // puts back what it changes outside its own variables: timers, globals, replaced modules.
  isolate: false,
};

/** The oldest PostgreSQL that is supported, and the newest before the product's own. */
const olderPostgres = ['postgres-15', 'postgres-17'].map((name) => ({
  test: {
    ...shared,
    name,
    sequence: { groupOrder: 1 },
    include: [
      'tests/laws/write-paths.test.ts',
      'server/platform/db/restored-dump.test.ts',
      'server/features/backup/organization.test.ts',
      'server/features/imports/grid/changes/{grid-changes,import-edited}.test.ts',
    ],
  },
}));

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{contract,packages,server,web,scripts,tests/laws,tests/support}/**/*.test.{ts,tsx}'],
        },
      },
      ...olderPostgres,
      {
        test: {
          ...shared,
          name: 'e2e',
          sequence: { groupOrder: 2 },
          // One more than the two cores of CI, a third of whose time passes waiting for pages.
          maxWorkers: 3,
          globalSetup: [...shared.globalSetup, 'tests/support/browser-setup.ts'],
          include: ['tests/e2e/**/*.e2e.ts'],
          // A page of this Chromium crashes once in a great while. What fails twice is no accident; the report names what was retried.
          retry: 1,
        },
      },
    ],
  },
});
