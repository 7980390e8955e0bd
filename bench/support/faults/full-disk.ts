import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  beginAndWait,
  complaintsOf,
  conclude,
  describeImportState,
  endText,
  type FaultAttempt,
  type FaultKind,
  randomMoment,
  type TryOutcome,
} from './attempt.ts';
import { DISK, type Disk, diskHindrance, mountDisk } from './disk.ts';
import { allEnded, begin, importsOf, pollUntil, prepareFaultLeads, uploadFaultFile } from './import-run.ts';
import type { Running, TryEnvironment } from './place.ts';
import { faultsOf } from './verify.ts';

const DISK_OF_LEADS = '64m';
const SHORTEST_MS = 1_000;
const LONGEST_MS = 6_000;
/**
 * Duration of the full disk in one try of ten (the eighth): long enough for several attempts of the import
 * job to fail.
 */
const LONG_MS = 45_000;
const WHICH_LONG = 8;
/**
 * In the third try the disk stays full until the import has failed. Neither the third nor the eighth is an
 * update, which every fifth try is.
 */
const WHICH_UNTIL_FAILED = 3;
const FAILS_WITHIN_MS = 240_000;

/**
 * A disk that is full for some seconds, or until the import fails: a small file system with a ballast file.
 */
export const diskFull: FaultKind = {
  name: 'full disk',
  updates: true,
  hindrance: diskHindrance,
  attempt: (attempt) => (attempt.n % 10 === WHICH_UNTIL_FAILED ? fillUntilFailed(attempt) : fill(attempt)),
};

async function fill(attempt: FaultAttempt): Promise<TryOutcome> {
  const disk = await mountDisk(DISK);
  try {
    const place = await attempt.template.place(disk.path);
    try {
      return await fillOnce(attempt, disk, place);
    } finally {
      disk.free();
      await place.close();
    }
  } finally {
    await disk.remove();
  }
}

async function fillOnce(attempt: FaultAttempt, disk: Disk, place: TryEnvironment): Promise<TryOutcome> {
  const { file, random, n } = attempt;
  const running = await place.start();
  await prepareFaultLeads(running.client, file);
  const uploadId = await uploadFaultFile(running.client, file);
  const moment = randomMoment(attempt);
  const held = n % 10 === WHICH_LONG ? LONG_MS : SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
  const { begun } = await beginAndWait(running, uploadId, file, moment);
  const { text, cameTooLate } = await describeImportState(place);
  disk.fill();
  await wait(held);
  const answers = (await running.client.get('/healthz').catch(() => null))?.status === 200;
  const since = performance.now();
  disk.free();
  await begun;
  const what = `full from ${(moment / 1000).toFixed(2)} s on for ${(held / 1000).toFixed(1)} s, ${text}`;
  const end = await conclude(place, running, { uploadId, file }, since);
  const faults = answers ? end.faults : ['the server did not answer while the disk was full', ...end.faults];
  if (end.end.startsWith('failed')) faults.push(...(await importedAgain(attempt, place, running)));
  return { what, cameTooLate, ...end, faults };
}

/**
 * Runs a try with only the leads on the full disk. If the whole database were on it, PostgreSQL would soon
 * refuse connections, because it can't write the files that each needs; the failure couldn't be recorded, and
 * the import would go on once there is space.
 */
async function fillUntilFailed(attempt: FaultAttempt): Promise<TryOutcome> {
  const disk = await mountDisk(DISK_OF_LEADS);
  try {
    const place = await attempt.template.place();
    try {
      return await failOnce(attempt, disk, place);
    } finally {
      disk.free();
      await place.close();
    }
  } finally {
    await disk.remove();
  }
}

async function moveLeads(place: TryEnvironment, disk: Disk): Promise<void> {
  const folder = join(disk.path, 'leads');
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('chown', [`--reference=${join(place.dataDir, 'postgres')}`, folder]);
  await place.ask(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await place.ask('ALTER TABLE leads SET TABLESPACE small');
}

async function failOnce(attempt: FaultAttempt, disk: Disk, place: TryEnvironment): Promise<TryOutcome> {
  const { file } = attempt;
  const running = await place.start();
  await moveLeads(place, disk);
  const uploadId = await uploadFaultFile(running.client, file);
  const moment = randomMoment(attempt);
  const { begun } = await beginAndWait(running, uploadId, file, moment);
  const { text, cameTooLate } = await describeImportState(place);
  disk.fill();
  const since = performance.now();
  await begun;
  if ((await importsOf(place)).length === 0)
    await begin(running.client, uploadId, file).catch(() => undefined);
  const ended = await allEnded(place, 1, FAILS_WITHIN_MS);
  const seconds = (performance.now() - since) / 1000;
  const [row] = await importsOf(place).catch(() => []);
  disk.free();
  const what = `full from ${(moment / 1000).toFixed(2)} s on until the import ended, ${text}`;
  if (!ended)
    return {
      what,
      cameTooLate,
      end: 'none',
      seconds,
      faults: ['it did not end', ...complaintsOf(running.server)],
    };
  const faults = await faultsOf(place, running.client, file);
  if (row?.status === 'failed') faults.push(...(await importedAgain(attempt, place, running)));
  return {
    what,
    cameTooLate,
    end: endText(row),
    seconds,
    faults: [...faults, ...complaintsOf(running.server)],
  };
}

/** Imports the same file once more after space is free again; each lead must exist once. */
async function importedAgain(
  { file }: FaultAttempt,
  place: TryEnvironment,
  { client }: Running,
): Promise<string[]> {
  const uploaded = await pollUntil(30_000, async () => {
    await begin(client, await uploadFaultFile(client, file), file);
    return true;
  });
  if (!uploaded) return ['the file could not be imported again'];
  if (!(await allEnded(place, 2, 120_000))) return ['the second import did not end'];
  const faults = await faultsOf(place, client, file, 2);
  return faults.map((fault) => `after the second import: ${fault}`);
}
