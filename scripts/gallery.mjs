import { spawnSync } from 'node:child_process';
import { runCommand } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';
import { CommandError, root } from './project.mjs';

// npm run gallery [-- name…]: takes the pictures of docs/screens, or those of the named scenes.
await runCommand(() => {
  ensureBuilt();
  const args = ['tests/screens/gallery.ts', ...process.argv.slice(2)];
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) throw new CommandError('Not every picture was taken.');
});
