import { runChecks } from './checks.mjs';
import { runCommand } from './command.mjs';

// npm run check: checks format, lint, types, boundaries and dead code without running a test.
await runCommand(async () => {
  const outcomes = await runChecks();
  process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0;
});
