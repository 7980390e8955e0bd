#!/usr/bin/env node
import { runCommand } from './command.mjs';

// lead-manager: starts the server as npm start does; with --version, prints the version of the product; with admin, runs a
// command as npm run admin does.
if (process.argv[2] === 'admin') {
  await runCommand(
    async () => {
      process.argv.splice(2, 1);
      await import('../server/admin.ts');
    },
    { dev: false },
  );
} else if (process.argv.includes('--version')) {
  await runCommand(
    async () => {
      const { readConfig } = await import('../server/platform/config.ts');
      const { readVersion } = await import('../server/platform/version.ts');
      console.log(readVersion(readConfig().commit));
    },
    { dev: false },
  );
} else {
  await import('./start.mjs');
}
