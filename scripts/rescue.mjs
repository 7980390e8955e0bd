import { run } from './command.mjs';

// npm run rescue -- <command> <argument>: resets a password, disables 2FA, clears an allow-list.
await run(
  async () => {
    await import('../server/rescue/main.ts');
  },
  { dev: false },
);
