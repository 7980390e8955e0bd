import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  beginAndWait,
  conclude,
  describeImportState,
  type FaultAttempt,
  type FaultKind,
  randomMoment,
  type TryOutcome,
} from './attempt.ts';
import { pollUntil, prepareFaultLeads, uploadFaultFile } from './import-run.ts';
import type { TryEnvironment } from './place.ts';

/** SIGKILL to all of PostgreSQL, or in every second try to the one backend that writes. */
export const postgresKilled: FaultKind = {
  name: 'PostgreSQL killed',
  updates: true,
  hindrance: async () => null,
  attempt: kill,
};

async function kill(attempt: FaultAttempt): Promise<TryOutcome> {
  const { template, file, n } = attempt;
  const place = await template.place();
  try {
    const running = await place.start();
    await prepareFaultLeads(running.client, file);
    const uploadId = await uploadFaultFile(running.client, file);
    const moment = randomMoment(attempt);
    const { begun } = await beginAndWait(running, uploadId, file, moment);
    const victim = n % 2 === 1 ? postmasterOf(place) : await writerOf(place);
    const { text, cameTooLate } = await describeImportState(place);
    const since = performance.now();
    process.kill(victim, 'SIGKILL');
    const whom = n % 2 === 1 ? 'the postmaster' : 'the process that writes';
    const what = `${whom} killed at ${(moment / 1000).toFixed(2)} s, ${text}`;
    await begun;
    return { what, cameTooLate, ...(await conclude(place, running, { uploadId, file }, since)) };
  } finally {
    await place.close();
  }
}

/** Returns the process id of a place's embedded PostgreSQL. */
export function postmasterOf(place: TryEnvironment): number {
  return Number.parseInt(readFileSync(join(place.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

const WAIT_FOR_WRITER_MS = 1_000;

/** Returns the backend that is writing a batch, otherwise another one of the server's. */
async function writerOf(place: TryEnvironment): Promise<number> {
  let pid = 0;
  const find = async (condition: string): Promise<boolean> => {
    const [row] = await place.ask<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND application_name LIKE 'lead-manager%' AND ${condition} LIMIT 1`,
    );
    pid = row?.pid ?? pid;
    return row !== undefined;
  };
  const writes = "state <> 'idle' AND query ~ 'lead_staging|import_problems|lead_stats|lead_events'";
  if (!(await pollUntil(WAIT_FOR_WRITER_MS, () => find(writes)))) await find('true');
  return pid;
}
