import type { AuditEntry } from '../audit/writes.ts';
import type { Config } from '../config.ts';

/** A command of `npm run admin`. */
export interface AdminCommand {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Names of the arguments, which are all required. */
  args?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
  run(input: CommandInput): Promise<string | CommandResult>;
}

/** An option of a command. */
export interface CommandOption {
  /** Name of the value that follows; without it the option is a switch. */
  value?: string;
  /** One line for the command's help. */
  help: string;
}

/** Arguments and settings that a command runs with. */
export interface CommandInput {
  args: readonly string[];
  /** Values of the options that were given; a switch has the value ''. */
  options: ReadonlyMap<string, string>;
  /** @throws ConfigError naming a setting that can't be used */
  readonly config: Config;
}

/** Outcome of a command that may fail although it could be carried out, such as a verification. */
export interface CommandResult {
  text: string;
  failed: boolean;
}

/** A command can't be carried out; the message says why in one line. */
export class AdminError extends Error {}

/**
 * Actor and origin in the audit trail. The command line is open to anyone who can read the data folder or knows the
 * database password.
 */
export const BY_COMMAND_LINE: Pick<AuditEntry, 'actor' | 'origin'> = {
  actor: { id: null, username: 'command line' },
  origin: null,
};
