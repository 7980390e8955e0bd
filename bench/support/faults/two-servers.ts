import {
  beginAndWait,
  conclude,
  describeImportState,
  type FaultAttempt,
  type FaultKind,
  randomMoment,
  type TryOutcome,
} from './attempt.ts';
import { importsOf, pollUntil, prepareFaultLeads, uploadFaultFile } from './import-run.ts';
import { sharedPlace, type TryEnvironment } from './place.ts';

/**
 * Maximum time beyond the rest of the import (milliseconds). Another server finds abandoned work within 5 s.
 */
const TAKEN_OVER_MS = 10_000;

/** Two servers on one database, of which the one running the import is killed. */
export const serverOfTwoKilled: FaultKind = {
  name: 'one of two servers killed',
  updates: true,
  hindrance: async () => null,
  attempt: (attempt) => withSharedPlace(attempt, (place) => killWorker(attempt, place)),
};

/** Runs `work` on a place whose servers share a database created for it. */
export async function withSharedPlace<T>(
  { shared, n }: Pick<FaultAttempt, 'shared' | 'n'>,
  work: (place: TryEnvironment) => Promise<T>,
): Promise<T> {
  const name = `try_${n}`;
  const url = new URL(shared.url);
  url.pathname = `/${name}`;
  await shared.owner.query(`CREATE DATABASE ${name}`);
  try {
    const place = await sharedPlace(url.href);
    try {
      return await work(place);
    } finally {
      await place.close();
    }
  } finally {
    await shared.owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function killWorker(attempt: FaultAttempt, place: TryEnvironment): Promise<TryOutcome> {
  const { file, usual } = attempt;
  const servers = { one: await place.start('one'), two: await place.start('two') };
  await prepareFaultLeads(servers.one.client, file);
  const uploadId = await uploadFaultFile(servers.one.client, file);
  const moment = randomMoment(attempt);
  const { begun } = await beginAndWait(servers.one, uploadId, file, moment);
  const worker = await workerOf(place, usual.create);
  const { text, cameTooLate } = await describeImportState(place);
  const since = performance.now();
  const [killed, survivor] = worker === 'two' ? [servers.two, servers.one] : [servers.one, servers.two];
  await killed.server.end('SIGKILL');
  await begun;
  const end = await conclude(place, survivor, { uploadId, file }, since);
  const most = TAKEN_OVER_MS + 2 * usual[file.mode];
  const faults =
    end.seconds * 1000 > most ? [...end.faults, 'it took the other server too long'] : end.faults;
  const what = `server ${worker ?? 'one'} killed at ${(moment / 1000).toFixed(2)} s, ${text}`;
  return { what, cameTooLate, ...end, faults };
}

/** Returns the server that holds the import's lock, or null if the import ended first. */
async function workerOf(place: TryEnvironment, ms: number): Promise<'one' | 'two' | null> {
  let name: 'one' | 'two' | null = null;
  await pollUntil(ms, async () => {
    const [row] = await place.ask<{ name: 'one' | 'two' }>(
      `SELECT split_part(a.application_name, '/', 1) AS name FROM imports i
         JOIN pg_locks l ON l.locktype = 'advisory' AND l.granted
           AND (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('import:' || i.id, 0)
         JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
       WHERE i.status = 'processing'`,
    );
    name = row?.name ?? null;
    if (name !== null) return true;
    const imports = await importsOf(place);
    return imports.length > 0 && imports.every(({ status }) => status !== 'processing');
  });
  return name;
}
