import { runCommand } from './command.mjs';

// npm run check-config: checks the settings and the database that they name; exits with 1 when a server would not start.
await runCommand(
  async () => {
    const { checkConfig } = await import('../server/features/admin-cli/check-config.ts');
    const { text, failed } = await checkConfig();
    console.log(text);
    if (failed) process.exitCode = 1;
  },
  { dev: false },
);
