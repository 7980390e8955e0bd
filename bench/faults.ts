// Injects faults at random moments of an import through the running product: killed servers and databases, a
// full disk, dropped clients, two servers, the same file twice. After each try every row has to be accounted
// for, with no lead lost or doubled. Arguments: tries of each kind (20), rows (40,000), part of a kind's
// name, and the seed, which is printed. The full disk is a tmpfs and needs root; without root that kind is
// skipped. Exits with 1 when a try fails.
import { startBenchDatabase } from './support/bench-database.ts';
import type { FaultAttempt, FaultKind, TryOutcome, Usual } from './support/faults/attempt.ts';
import { clientDropped } from './support/faults/drop-client.ts';
import { faultFile } from './support/faults/fault-file.ts';
import { diskFull } from './support/faults/full-disk.ts';
import { postgresKilled } from './support/faults/kill-postgres.ts';
import { serverKilled } from './support/faults/kill-server.ts';
import { makeTemplate } from './support/faults/place.ts';
import { sameFileTwice } from './support/faults/same-file.ts';
import { serverOfTwoKilled } from './support/faults/two-servers.ts';
import { measureUsual } from './support/faults/usual.ts';
import { print } from './support/importing.ts';
import { seeded } from './support/lead-csv.ts';
import { machineLine } from './support/machine.ts';

const times = Number(process.argv[2] ?? 20);
const rows = Number(process.argv[3] ?? 40_000);
const named = process.argv[4] ?? '';
const seed = Number(process.argv[5] ?? Math.floor(Math.random() * 1_000_000));
/** Every n-th try imports an update. */
const UPDATES = 5;
/**
 * Maximum repetitions of a try whose fault came after the end of the import; each repetition injects it
 * earlier.
 */
const MOST_AGAIN = 4;
const SOONER = 0.8;

const FAULTS = [serverKilled, postgresKilled, diskFull, clientDropped, serverOfTwoKilled, sameFileTwice];
const chosen = FAULTS.filter(({ name }) => name.toLowerCase().includes(named.toLowerCase()));
if (chosen.length === 0)
  throw new Error(`There is no such kind; there are: ${FAULTS.map(({ name }) => name).join(', ')}`);
// A signal exits the process, which ends the child servers and unmounts the disks.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const template = await makeTemplate();
const database = await startBenchDatabase();
let failed = 0;
try {
  await tryAll();
} finally {
  await database.stop();
  await template.remove();
}
process.exitCode = failed > 0 ? 1 : 0;

async function tryAll(): Promise<void> {
  print(`${machineLine()}\nseed ${seed}, ${rows} rows, ${times} tries of each kind`);
  const usual = await measureUsual(template, rows, seed);
  print(
    `undisturbed: upload ${inSeconds(usual.upload)}, import ${inSeconds(usual.create)}, update ${inSeconds(usual.update)}`,
  );
  const tally: string[] = [];
  for (const fault of chosen) {
    const hindrance = await fault.hindrance();
    print(`\n${fault.name}`);
    if (hindrance !== null) {
      print(`skipped: ${hindrance}`);
      tally.push(`| ${fault.name} | skipped: ${hindrance} | | | | |`);
      continue;
    }
    tally.push(tallyOf(fault, await tries(fault, usual)));
  }
  print(
    '\n| fault | tries | during the import | every row accounted for | completed | slowest end after it |',
  );
  print(`|---|---|---|---|---|---|\n${tally.join('\n')}`);
}

/** Builds try `n`; each repetition (`again`) injects the fault earlier. */
function attemptOf(fault: FaultKind, n: number, again: number, usual: Usual): FaultAttempt {
  const own = seed + 1_000 * (1 + FAULTS.indexOf(fault)) + n + 100_000 * again;
  const mode = fault.updates && n % UPDATES === 0 ? 'update' : 'create';
  const file = faultFile(rows, own, mode);
  const work = SOONER ** again * usual[mode];
  return { n, random: seeded(own), file, usual: { ...usual, [mode]: work }, template, shared: database };
}

/**
 * Runs all tries of a fault and returns the outcomes of those that hit the import, missed it on every
 * repetition, or went wrong.
 */
async function tries(fault: FaultKind, usual: Usual): Promise<TryOutcome[]> {
  const outcomes: TryOutcome[] = [];
  for (let n = 1; n <= times; n++) {
    for (let again = 0; ; again++) {
      const outcome = await tryOnce(fault, attemptOf(fault, n, again, usual));
      if (outcome.faults.length > 0) failed++;
      else if (outcome.cameTooLate && again < MOST_AGAIN) continue;
      outcomes.push(outcome);
      break;
    }
  }
  return outcomes;
}

async function tryOnce(fault: FaultKind, attempt: FaultAttempt): Promise<TryOutcome> {
  const outcome = await fault.attempt(attempt).catch(asOutcome);
  const { what, cameTooLate, end, seconds, faults } = outcome;
  const verdict =
    faults.length > 0 ? `FAILED: ${faults.join('; ')}` : cameTooLate ? 'ok, but too late' : 'ok';
  print(
    `${attempt.n}/${times} ${attempt.file.mode}: ${what}; ${end} ${seconds.toFixed(1)} s after; ${verdict}`,
  );
  return outcome;
}

function asOutcome(error: unknown): TryOutcome {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { what: 'the try broke off', cameTooLate: false, end: 'unknown', seconds: 0, faults: [text] };
}

function tallyOf({ name }: FaultKind, outcomes: readonly TryOutcome[]): string {
  const count = (holds: (outcome: TryOutcome) => boolean) => outcomes.filter(holds).length;
  const slowest = Math.max(...outcomes.map(({ seconds }) => seconds));
  return [
    `| ${name}`,
    outcomes.length,
    count(({ cameTooLate }) => !cameTooLate),
    count(({ faults }) => faults.length === 0),
    count(({ end }) => end === 'completed'),
    `${slowest.toFixed(1)} s |`,
  ].join(' | ');
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
