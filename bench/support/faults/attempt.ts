import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { FaultFile } from './fault-file.ts';
import { allEnded, answerOf, begin, importsOf, pollUntil } from './import-run.ts';
import type { Running, Template, TryEnvironment } from './place.ts';
import { faultsOf } from './verify.ts';

/** Durations without a fault (milliseconds). */
export interface Usual {
  upload: number;
  create: number;
  update: number;
}

/** One try of a fault. */
export interface FaultAttempt {
  /** Number of the try, from 1. */
  n: number;
  random: () => number;
  file: FaultFile;
  usual: Usual;
  template: Template;
  /** URL of, and owner's client to, a PostgreSQL server in which a try may create a database of its own. */
  shared: { url: string; owner: pg.Client };
}

/** Outcome of a try. */
export interface TryOutcome {
  /** Description of the fault and of the moment at which it was injected. */
  what: string;
  /** True when the import had ended before the fault, which therefore proved nothing. */
  cameTooLate: boolean;
  /** End of the import: `completed`, or `failed: <reason>`. */
  end: string;
  /** Seconds from the fault to the end of the import. */
  seconds: number;
  faults: string[];
}

/** A kind of fault. */
export interface FaultKind {
  name: string;
  /** True when some tries import updates. */
  updates: boolean;
  /** Returns the reason why the fault can't be injected on this machine, or null. */
  hindrance(): Promise<string | null>;
  attempt(attempt: FaultAttempt): Promise<TryOutcome>;
}

/** Limits after which a program counts as hanging rather than slow (milliseconds). */
const PATIENCE_MS = 120_000;
const ANSWERS_WITHIN_MS = 30_000;
/**
 * Time within which PostgreSQL notices that one of its processes was killed and closes all connections
 * (milliseconds).
 */
const NOTICED_MS = 500;

/** Returns a random moment of the import, in milliseconds from its start. */
export function randomMoment({ random, usual, file }: FaultAttempt): number {
  return random() * usual[file.mode];
}

/** Starts the import and waits for the moment. A request that the fault aborts doesn't fail the try. */
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

/** Describes the progress of the import and tells whether it has ended. */
export async function describeImportState(
  place: TryEnvironment,
): Promise<{ text: string; cameTooLate: boolean }> {
  const [row] = await importsOf(place).catch(() => []);
  if (row === undefined) return { text: 'before it was created', cameTooLate: false };
  return { text: `${row.processed} rows in`, cameTooLate: row.status !== 'processing' };
}

/**
 * Waits for the end of the import, verifies everything it left behind, and checks that the server still
 * answers. Starts the import once more if the fault prevented its creation.
 */
export async function conclude(
  place: TryEnvironment,
  { server, client }: Running,
  again: { uploadId: string; file: FaultFile },
  since: number,
): Promise<Pick<TryOutcome, 'end' | 'seconds' | 'faults'>> {
  const { file } = again;
  await wait(NOTICED_MS);
  const answers = await pollUntil(
    ANSWERS_WITHIN_MS,
    async () => (await client.get('/readyz')).status === 200,
  );
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

/** Describes the end of an import. */
export function endText(row: { status: string; failure: string | null } | undefined): string {
  return row?.status === 'failed' ? `failed: ${row.failure}` : String(row?.status);
}

/** Reports a server that ended by itself or wrote anything outside its log. */
export function complaintsOf(server: ServerProcess): string[] {
  const { exitCode, signalCode } = server.child;
  const faults =
    exitCode === null && signalCode === null ? [] : [`the server ended: ${exitCode ?? signalCode}`];
  const said = server.errors().trim();
  return said === '' ? faults : [...faults, `it wrote: ${said.split('\n').slice(0, 6).join(' / ')}`];
}
