import { runCommand } from './command.mjs';

// npm run admin -- <command>: creates and rescues accounts, verifies the audit trail, backs up and restores.
await runCommand(
  async () => {
    await import('../server/admin.ts');
  },
  { dev: false },
);
