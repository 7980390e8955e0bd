import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { root } from './project.mjs';

// npm run fix: formats the sources and repairs what the linter can repair safely. Exits with 1 when something is left.
await runCommand(() => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', '--error-on-warnings'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
