import { setTimeout as wait } from 'node:timers/promises';
import { type Client, fileOf } from '#tests/support/client.ts';
import { importLeads, postImport, uploadFile } from '#tests/support/imports.ts';
import { type FaultFile, NEW_LEADS } from './fault-file.ts';
import type { TryEnvironment } from './place.ts';

/**
 * Name of the import under test in the history; the import that only creates leads to update has another
 * name.
 */
export const FILENAME = 'fault.csv';
const BASE = 'base.csv';
const POLL_MS = 100;
const AWAY_MS = 30_000;

/** Row of an import in the database. */
export interface ImportRow {
  id: string;
  organizationId: string;
  status: string;
  processed: number;
  failure: string | null;
}

/** Imports the leads to be updated, if there are any. */
export async function prepareFaultLeads(client: Client, file: FaultFile): Promise<void> {
  if (file.base === null) return;
  const { uploadId } = await uploadFile(client, fileOf(BASE, file.base));
  await importLeads(client, uploadId, { fieldMapping: NEW_LEADS });
}

/** Uploads the file under test and returns its ID. */
export async function uploadFaultFile(client: Client, file: FaultFile): Promise<string> {
  return (await uploadFile(client, fileOf(FILENAME, file.text))).uploadId;
}

/** Starts the import; resolves once it has started, because its stream need not be read. */
export async function begin(client: Client, uploadId: string, file: FaultFile): Promise<void> {
  const response = await postImport(client, uploadId, file.plan);
  const reading = response.text().catch(() => undefined);
  if (response.status !== 200) throw new Error(`The import was refused: ${response.status} ${await reading}`);
}

/** Returns the imports of the file, oldest first. */
export function importsOf(place: TryEnvironment): Promise<ImportRow[]> {
  return place.ask<ImportRow>(
    `SELECT id, organization_id AS "organizationId", status, processed, failure FROM imports
     WHERE filename = $1 ORDER BY id`,
    [FILENAME],
  );
}

/**
 * Waits until at least `count` imports of the file exist and all have ended; resolves to false after `ms`.
 */
export function allEnded(place: TryEnvironment, count: number, ms: number): Promise<boolean> {
  return pollUntil(ms, async () => {
    const imports = await importsOf(place);
    return imports.length >= count && imports.every(({ status }) => status !== 'processing');
  });
}

/**
 * Retries a query until the database answers; a database that was just killed may answer once more and then
 * be away for a moment.
 * @throws when it stays away
 */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  const end = performance.now() + AWAY_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(POLL_MS);
  }
}

/** Polls until `ask` resolves to true; a rejection, such as while the database is away, counts as false. */
export async function pollUntil(ms: number, ask: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await ask().catch(() => false)) return true;
    await wait(POLL_MS);
  }
  return false;
}
