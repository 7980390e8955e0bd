import { runCommand } from './command.mjs';

// npm run rescue -- <command> <argument>: resets a password, disables 2FA, clears an allow-list.
await runCommand(
  async () => {
    await import('../server/features/admin-cli/rescue.ts');
  },
  { dev: false },
);
