import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmdirSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Attempt,
  beginAndWait,
  complaintsOf,
  conclude,
  endText,
  type Fault,
  momentOf,
  type Outcome,
  stateOf,
} from './attempt.ts';
import { allEnded, begin, importsOf, prepareLeads, uploadOf, within } from './import-run.ts';
import { newFolder, type Place, type Running } from './place.ts';
import { faultsOf } from './verify.ts';

/** Holds the database and its log of a whole try several times over. */
const DISK = '900m';
const SHORTEST_MS = 1_000;
const LONGEST_MS = 6_000;
/** One try in so many keeps the disk full until the import has failed. */
const UNTIL_FAILED = 10;
/** Of them, the third: no import that updates, which are every fifth. */
const WHICH = 3;
const FAILS_WITHIN_MS = 240_000;

/** A disk that is full for some seconds, or until the import gave up: a small file system with a ballast file. */
export const diskFull: Fault = {
  name: 'full disk',
  updates: true,
  hindrance: async () => {
    const disk = await mountDisk('16m').catch((error: Error) => error.message.split('\n').at(-1) ?? '');
    if (typeof disk === 'string') return `a tmpfs can't be mounted here (${disk.trim() || 'root is needed'})`;
    await disk.remove();
    return null;
  },
  attempt: (attempt) => (attempt.n % UNTIL_FAILED === WHICH ? fillUntilFailed(attempt) : fill(attempt)),
};

interface Disk {
  /** Beside the disk, on another one. */
  folder: string;
  path: string;
  /** Takes all the space that is left; gives it back. */
  fill(): void;
  free(): void;
  remove(): Promise<void>;
}

const mounted = new Set<string>();
process.on('exit', () => {
  for (const path of mounted) unmount(path);
});

async function mountDisk(size: string): Promise<Disk> {
  const folder = await newFolder();
  const path = join(folder, 'disk');
  mkdirSync(path);
  const ballast = join(path, 'ballast');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  mounted.add(path);
  return {
    folder,
    path,
    fill: () => fillUp(path, ballast),
    free: () => rmSync(ballast, { force: true }),
    remove: async () => {
      unmount(path);
      rmdirSync(path);
      await rm(folder, { recursive: true });
    },
  };
}

function unmount(path: string): void {
  execFileSync('umount', ['-l', path]);
  mounted.delete(path);
}

function fillUp(path: string, ballast: string): void {
  let size = 0;
  for (let tries = 0; tries < 20; tries++) {
    const { bavail, bsize } = statfsSync(path);
    if (bavail === 0) return;
    size += bavail * bsize;
    try {
      execFileSync('fallocate', ['-l', String(size), ballast], { stdio: 'pipe' });
    } catch {
      // The database was faster; what it left is taken in the next round.
      size = 0;
      rmSync(ballast, { force: true });
    }
  }
  throw new Error(`The disk at ${path} could not be filled`);
}

async function fill(attempt: Attempt): Promise<Outcome> {
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

async function fillOnce(attempt: Attempt, disk: Disk, place: Place): Promise<Outcome> {
  const { file, random } = attempt;
  const running = await place.start();
  await prepareLeads(running.client, file);
  const uploadId = await uploadOf(running.client, file);
  const [moment, held] = [momentOf(attempt), SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS)];
  const { begun } = await beginAndWait(running, uploadId, file, moment);
  const { text, wasUnderWay } = await stateOf(place);
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
  return { what, wasUnderWay, ...end, faults };
}

async function fillUntilFailed(attempt: Attempt): Promise<Outcome> {
  const disk = await mountDisk(DISK);
  try {
    const place = await attempt.template.place(disk.path);
    // PostgreSQL stops where it can't write its log, and nothing could be told any more: that is elsewhere here.
    const log = join(place.dataDir, 'postgres/pg_wal');
    const elsewhere = join(disk.folder, 'pg_wal');
    execFileSync('cp', ['-a', log, elsewhere]);
    renameSync(log, `${log}.old`);
    rmSync(`${log}.old`, { recursive: true });
    symlinkSync(elsewhere, log);
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

async function failOnce(attempt: Attempt, disk: Disk, place: Place): Promise<Outcome> {
  const { file } = attempt;
  const running = await place.start();
  const uploadId = await uploadOf(running.client, file);
  const moment = momentOf(attempt);
  const { begun } = await beginAndWait(running, uploadId, file, moment);
  const { text, wasUnderWay } = await stateOf(place);
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
      wasUnderWay,
      end: 'none',
      seconds,
      faults: ['it did not end', ...complaintsOf(running.server)],
    };
  const faults = await faultsOf(place, running.client, file);
  if (row?.status === 'failed') faults.push(...(await importedAgain(attempt, place, running)));
  return {
    what,
    wasUnderWay,
    end: endText(row),
    seconds,
    faults: [...faults, ...complaintsOf(running.server)],
  };
}

/** With space again the same file is imported once more: each lead is there once. */
async function importedAgain({ file }: Attempt, place: Place, { client }: Running): Promise<string[]> {
  const uploaded = await within(30_000, async () => {
    await begin(client, await uploadOf(client, file), file);
    return true;
  });
  if (!uploaded) return ['the file could not be imported again'];
  if (!(await allEnded(place, 2, 120_000))) return ['the second import did not end'];
  const faults = await faultsOf(place, client, file, 2);
  return faults.map((fault) => `after the second import: ${fault}`);
}
