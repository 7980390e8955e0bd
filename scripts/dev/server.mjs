import { runCommand } from '../command.mjs';

// The server of npm run dev: started by it, and again after each change.
await runCommand(async () => {
  await import('../../server/main.ts');
});
