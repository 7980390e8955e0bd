import { runCommand } from './command.mjs';

// npm run audit:verify: verifies the audit trail of every organization and exits with 1 when one is broken.
await runCommand(
  async () => {
    await import('../server/features/admin-cli/audit-verify.ts');
  },
  { dev: false },
);
