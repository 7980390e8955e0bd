import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { FaultFile } from './fault-file.ts';
import { allEnded, answerOf, begin, importsOf, within } from './import-run.ts';
import type { Place, Running, Template } from './place.ts';
import { faultsOf } from './verify.ts';

/** How long things take without a fault (milliseconds). */
export interface Usual {
  upload: number;
  create: number;
  update: number;
}

/** One try of a fault. */
export interface Attempt {
  /** From 1. */
  n: number;
  random: () => number;
  file: FaultFile;
  usual: Usual;
  template: Template;
  /** The owner's client to a PostgreSQL in which a try may make a database of its own, and its URL. */
  shared: { url: string; owner: pg.Client };
}

/** What became of a try. */
export interface Outcome {
  /** What was done, and when. */
  what: string;
  /** Whether the import had ended before it happened: then it met nothing. */
  cameTooLate: boolean;
  /** How the import ended: `completed`, or `failed: <reason>`. */
  end: string;
  /** From the fault to the end of the import. */
  seconds: number;
  faults: string[];
}

/** A kind of fault. */
export interface Fault {
  name: string;
  /** Whether some of its tries are imports that update leads. */
  updates: boolean;
  /** Why it can't be tried on this machine, null when it can. */
  hindrance(): Promise<string | null>;
  attempt(attempt: Attempt): Promise<Outcome>;
}

/** A program that hangs is told from one that takes its time (milliseconds). */
const PATIENCE_MS = 120_000;
const ANSWERS_WITHIN_MS = 30_000;
/** A database of which one process was killed notices, and ends all connections, within this time (milliseconds). */
const NOTICED_MS = 500;

/** A random moment of an import like this one, in milliseconds from its beginning. */
export function momentOf({ random, usual, file }: Attempt): number {
  return random() * usual[file.mode];
}

/** Begins the import and waits for the moment. A request that a fault ends is no failure of the try. */
export async function beginAndWait(
  { client }: Running,
  uploadId: string,
  file: FaultFile,
  moment: number,
): Promise<{ begun: Promise<void> }> {
  const begun = begin(client, uploadId, file).catch(() => undefined);
  await wait(moment);
  return { begun };
}

/** How far the import is, in words, and whether it is over. */
export async function stateOf(place: Place): Promise<{ text: string; cameTooLate: boolean }> {
  const [row] = await importsOf(place).catch(() => []);
  if (row === undefined) return { text: 'before it was created', cameTooLate: false };
  return { text: `${row.processed} rows in`, cameTooLate: row.status !== 'processing' };
}

/**
 * Waits for the end of the import, looks at everything it left, and asks whether the server still answers. An import that
 * the fault kept from being created is begun once more.
 */
export async function conclude(
  place: Place,
  { server, client }: Running,
  again: { uploadId: string; file: FaultFile },
  since: number,
): Promise<Pick<Outcome, 'end' | 'seconds' | 'faults'>> {
  const { file } = again;
  await wait(NOTICED_MS);
  const answers = await within(ANSWERS_WITHIN_MS, async () => (await client.get('/readyz')).status === 200);
  const silent = answers ? [] : [`the server is not ready after ${ANSWERS_WITHIN_MS / 1000} s`];
  const imports = await answerOf(() => importsOf(place));
  if (imports.length === 0) await begin(client, again.uploadId, file);
  const ended = await allEnded(place, 1, PATIENCE_MS);
  const seconds = (performance.now() - since) / 1000;
  const [row] = await answerOf(() => importsOf(place));
  if (!ended) {
    const end = `${row?.status} at ${row?.processed}`;
    return { end, seconds, faults: [...silent, 'it did not end', ...complaintsOf(server)] };
  }
  const faults = [...silent, ...(await faultsOf(place, client, file)), ...complaintsOf(server)];
  return { end: endText(row), seconds, faults };
}

/** How an import ended, in words. */
export function endText(row: { status: string; failure: string | null } | undefined): string {
  return row?.status === 'failed' ? `failed: ${row.failure}` : String(row?.status);
}

/** A server that nobody ended runs on, and has nothing to say outside its log. */
export function complaintsOf(server: ServerProcess): string[] {
  const { exitCode, signalCode } = server.child;
  const faults =
    exitCode === null && signalCode === null ? [] : [`the server ended: ${exitCode ?? signalCode}`];
  const said = server.errors().trim();
  return said === '' ? faults : [...faults, `it wrote: ${said.split('\n').slice(0, 6).join(' / ')}`];
}
