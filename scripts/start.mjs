import module from 'node:module';
import { join } from 'node:path';
import { run } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';
import { root } from './project.mjs';

// npm start: installs and builds what is missing or stale, then runs the server in this very process.
await run(async () => {
  ensureBuilt();
  // What Node makes of the server's sources is kept: later starts take two thirds of the time.
  module.enableCompileCache(join(root, '.cache', 'compiled'));
  await import('../server/main.ts');
});
