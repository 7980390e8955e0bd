// Injects faults at random moments of bulk changes, their undo, exports, the public API, sales through an order, deliveries, retention
// and erasures through the running product: killed servers and databases, a full disk, one of two servers frozen. After each try no
// lead may be lost, changed, sold or delivered twice or miscounted, and no broken file may pass for a whole one. Arguments: tries of each pair (5), leads (20,000),
// part of the work's or the fault's name, and the seed, which is printed. The full disk needs root. Exits with 1 when a
// try fails.
import { startBenchDatabase } from './support/bench-database.ts';
import { publicApi } from './support/faults/api-work.ts';
import type { TryOutcome } from './support/faults/attempt.ts';
import { bulkChange, bulkUndo } from './support/faults/bulk-work.ts';
import { exportDownload } from './support/faults/export-work.ts';
import { type FaultHit, HITS, measureWork, type WorkAttempt } from './support/faults/hits.ts';
import { orderDeliveries, orderSale } from './support/faults/order-work.ts';
import { makeTemplate } from './support/faults/place.ts';
import { erasures, retentionFaults } from './support/faults/removal-work.ts';
import type { Work } from './support/faults/work.ts';
import { print } from './support/importing.ts';
import { seeded } from './support/lead-csv.ts';
import { machineLine } from './support/machine.ts';

const times = Number(process.argv[2] ?? 5);
const leads = Number(process.argv[3] ?? 20_000);
const named = (process.argv[4] ?? '').toLowerCase();
const seed = Number(process.argv[5] ?? Math.floor(Math.random() * 1_000_000));
/** Leads of work that sends most of them one by one. */
const SINGLE_LEADS = 3_000;
const SINGLE = [publicApi, orderDeliveries];

const WORKS = [
  ...[bulkChange, bulkUndo, exportDownload, publicApi],
  ...[orderSale, orderDeliveries, retentionFaults, erasures],
];
const pairs = WORKS.flatMap((work) => HITS.map((hit) => ({ work, hit }))).filter(({ work, hit }) =>
  `${work.name}, ${hit.name}`.toLowerCase().includes(named),
);
if (pairs.length === 0) throw new Error(`Nothing is called ${named}`);
// A signal exits the process, which ends the child servers and unmounts the disks.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const template = await makeTemplate();
const shared = await startBenchDatabase();
let failed = 0;
try {
  await tryAll();
} finally {
  await shared.stop();
  await template.remove();
}
process.exitCode = failed > 0 ? 1 : 0;

async function tryAll(): Promise<void> {
  print(`${machineLine()}\nseed ${seed}, ${leads} leads, ${times} tries of each pair`);
  const usual = new Map<Work, number>();
  for (const work of new Set(pairs.map((pair) => pair.work))) {
    const ms = await measureWork(attemptOf(work, 0, 0));
    usual.set(work, ms);
    print(`undisturbed: ${work.name} ${(ms / 1000).toFixed(1)} s`);
  }
  const tally: string[] = [];
  for (const { work, hit } of pairs) tally.push(await tallyOf(work, hit, usual.get(work) ?? 0));
  print('\n| work | fault | tries | during the work | nothing lost or doubled | slowest end after it |');
  print(`|---|---|---|---|---|---|\n${tally.join('\n')}`);
}

function attemptOf(work: Work, n: number, usualMs: number): WorkAttempt {
  const random = seeded(seed + n);
  const count = SINGLE.includes(work) ? Math.min(leads, SINGLE_LEADS) : leads;
  return { work, n, random, template, shared, leads: count, moment: random() * usualMs };
}

/** Runs all tries of a pair and returns its line of the table. */
async function tallyOf(work: Work, hit: FaultHit, usualMs: number): Promise<string> {
  const hindrance = await hit.hindrance();
  print(`\n${work.name}, ${hit.name}`);
  if (hindrance !== null) return `| ${work.name} | ${hit.name} | skipped: ${hindrance} | | | |`;
  const outcomes: TryOutcome[] = [];
  for (let n = 1; n <= times; n++) {
    const outcome = await hit.attempt(attemptOf(work, n, usualMs)).catch(asOutcome);
    const { what, end, seconds, faults } = outcome;
    print(`${n}/${times} ${what}; ${end} ${seconds.toFixed(1)} s after; ${faults.join('; ') || 'ok'}`);
    if (faults.length > 0) failed++;
    outcomes.push(outcome);
  }
  const count = (holds: (outcome: TryOutcome) => boolean) => outcomes.filter(holds).length;
  const [during, right] = [
    count(({ cameTooLate }) => !cameTooLate),
    count(({ faults }) => faults.length === 0),
  ];
  const slowest = Math.max(...outcomes.map(({ seconds }) => seconds)).toFixed(1);
  return `| ${work.name} | ${hit.name} | ${outcomes.length} | ${during} | ${right} | ${slowest} s |`;
}

function asOutcome(error: unknown): TryOutcome {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { what: 'the try broke off', cameTooLate: false, end: 'unknown', seconds: 0, faults: [text] };
}
