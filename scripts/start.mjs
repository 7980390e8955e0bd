import { run } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';

// npm start: installs and builds what is missing or stale, then runs the server in this very process.
await run(async () => {
  ensureBuilt();
  await import('../server/main.ts');
});
