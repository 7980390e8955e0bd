import { runCommand } from './command.mjs';

// npm run audit:verify: another name of npm run admin -- verify-audit.
await runCommand(
  async () => {
    process.argv.splice(2, process.argv.length, 'verify-audit');
    await import('../server/admin.ts');
  },
  { dev: false },
);
