import { parseArgs } from 'node:util';
import { z } from 'zod';
import { EmbeddedDatabaseError } from '#packages/embedded-postgres/embedded-postgres.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseRoleError } from '../db/app-role.ts';
import { DatabaseVersionError } from '../db/migration-files.ts';
import { sqlState } from '../db/transaction.ts';
import { HttpError } from '../errors.ts';
import { type AdminCommand, AdminError, type CommandInput } from './command.ts';

/** Refused or failed. */
const FAILED = 1;
/** Unknown command or wrong arguments. */
const MISUSED = 2;

class UsageError extends AdminError {}

/** Sets the exit code; errors go to stderr, one line each. */
export async function runCommandLine(
  commands: readonly AdminCommand[],
  argv: readonly string[],
): Promise<void> {
  try {
    const { text, failed } = await outcomeOf(commands, argv);
    process.stdout.write(`${text}\n`);
    if (failed) process.exitCode = FAILED;
  } catch (error) {
    const message = messageOf(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
  }
}

async function outcomeOf(commands: readonly AdminCommand[], [name, ...rest]: readonly string[]) {
  if (name === '--help' || name === 'help') return { text: overview(commands), failed: false };
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    const unknown = name === undefined ? [] : [`There is no command ${name}`];
    throw new UsageError([...unknown, overview(commands)].join('\n'));
  }
  const input = readInput(command, rest);
  if (input === null) return { text: helpOf(command), failed: false };
  const outcome = await command.run({
    ...input,
    get config() {
      return readConfig();
    },
  });
  return typeof outcome === 'string' ? { text: outcome, failed: false } : outcome;
}

/** Returns null if help is requested. */
function readInput(command: AdminCommand, argv: readonly string[]): Omit<CommandInput, 'config'> | null {
  const { positionals, values } = parse(command, argv);
  if (values['help'] === true) return null;
  const { args = [] } = command;
  if (positionals.length !== args.length || positionals.some((given) => given.trim() === '')) {
    throw new UsageError(`Usage: ${usageOf(command)}`);
  }
  const options = new Map<string, string>();
  for (const [key, value] of Object.entries(values)) options.set(key, value === true ? '' : String(value));
  return { args: positionals, options };
}

function parse(command: AdminCommand, argv: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean' }> = { help: { type: 'boolean' } };
  for (const [name, { value }] of Object.entries(command.options ?? {})) {
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  }
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.split('. ')[0]}\nUsage: ${usageOf(command)}`);
  }
}

function overview(commands: readonly AdminCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: npm run admin -- <command> [--help]', ...lines].join('\n');
}

function helpOf(command: AdminCommand): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => [
    optionText(name, option.value),
    option.help,
  ]);
  const width = Math.max(0, ...options.map(([text = '']) => text.length));
  const lines = options.map(([text = '', help = '']) => `  ${text.padEnd(width)}  ${help}`);
  return [`Usage: ${usageOf(command)}`, command.summary, ...lines].join('\n');
}

function usageOf({ name, args = [], options = {} }: AdminCommand): string {
  const parts = args.map((arg) => ` <${arg}>`);
  for (const [option, { value }] of Object.entries(options)) parts.push(` [${optionText(option, value)}]`);
  return `npm run admin -- ${name}${parts.join('')}`;
}

function optionText(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`;
}

/** Null if the error needs a stack trace. */
function messageOf(error: unknown): string | null {
  if (error instanceof z.ZodError) return error.issues[0]?.message ?? null;
  // A host with several addresses fails once per address.
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return null;
  const isPlain =
    error instanceof AdminError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseVersionError ||
    error instanceof DatabaseRoleError ||
    error instanceof HttpError ||
    /^(?:E[A-Z_]+|08...|28...|3D000|53100|57P0.)$/.test(sqlState(error));
  return isPlain ? error.message : null;
}
