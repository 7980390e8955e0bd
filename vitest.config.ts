import { defineConfig } from 'vitest/config';

const shared = {
  environment: 'node' as const,
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/quiet-console.ts'],
  // One PostgreSQL and one machine of few cores serve all files at once.
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{contract,packages,server,web,scripts,tests/laws,tests/support}/**/*.test.{ts,tsx}'],
          // One less than there are cores when left out, which on two of them leaves one idle half of the time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          globalSetup: [...shared.globalSetup, 'tests/support/browser-setup.ts'],
          include: ['tests/e2e/**/*.e2e.ts'],
          maxWorkers: 2,
          // A page of this Chromium crashes once in a great while. What fails twice is no accident; the report names what was retried.
          retry: 1,
          // A page on a machine of few cores, shared with a server and a database, may take a second for anything.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
