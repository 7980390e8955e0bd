import { run } from './command.mjs';

// npm run audit:verify: verifies the audit trail of every organization; exit code 1 when one is broken.
await run(async () => {
  await import('../server/features/admin-cli/audit-verify.ts');
});
