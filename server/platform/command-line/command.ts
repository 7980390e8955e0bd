import type { AuditEntry } from '../audit/writes.ts';
import type { Config } from '../config.ts';

/** A command of `npm run admin`. */
export interface AdminCommand {
  name: string;
  /** One line for the command list. */
  summary: string;
  /** All required. */
  args?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
  run(input: CommandInput): Promise<string | CommandResult>;
}

export interface CommandOption {
  /** Name of the option's value; a switch has none. */
  value?: string;
  /** One line. */
  help: string;
}

export interface CommandInput {
  args: readonly string[];
  /** A switch has the value ''. */
  options: ReadonlyMap<string, string>;
  /** @throws ConfigError naming an unusable setting */
  readonly config: Config;
}

/** `failed` sets the exit code, as for a failed verification. */
export interface CommandResult {
  text: string;
  failed: boolean;
}

/** A refused command; the message is one line. */
export class AdminError extends Error {}

/** Actor for anyone with access to the data folder or the database password. */
export const BY_COMMAND_LINE: Pick<AuditEntry, 'actor' | 'origin'> = {
  actor: { id: null, username: 'command line' },
  origin: null,
};
