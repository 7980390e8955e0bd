import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILED } from './compiled.ts';

const MAIN = fileURLToPath(new URL('../../server/admin.ts', import.meta.url));

/** Exit code and output of a command. */
export interface CommandOutcome {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run admin -- <args>` in a process of its own, with only these settings. `err` is without the line that names the database. */
export async function runAdmin(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<CommandOutcome> {
  const outcome = await runAdminWhole(args, settings);
  return { ...outcome, err: outcome.err.replace(/^Database: .*\n/, '') };
}

export function runAdminWhole(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<CommandOutcome> {
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILED, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
    });
  });
}
