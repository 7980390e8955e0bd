import { run } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';

// Builds the web app whether or not it seems fresh: the tests are to see the build itself succeed.
await run(() => ensureBuilt({ always: true }));
