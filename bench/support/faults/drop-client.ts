import { setTimeout as wait } from 'node:timers/promises';
import { fileOf, formWith } from '#tests/support/client.ts';
import { importParts } from '#tests/support/imports.ts';
import {
  conclude,
  describeImportState,
  type FaultAttempt,
  type FaultKind,
  type TryOutcome,
} from './attempt.ts';
import { FILENAME, importsOf, pollUntil, prepareFaultLeads, uploadFaultFile } from './import-run.ts';
import type { TryEnvironment } from './place.ts';

/**
 * Time within which the server clears away the partial data of a dropped client, or turns a complete file
 * into an import (milliseconds).
 */
const CLEARED_WITHIN_MS = 60_000;
/** Minimum wait before looking; earlier, the request may not even have reached the server. */
const ARRIVED_MS = 1_000;

/** A client that disconnects, in every second try while it is still sending the file. */
export const clientDropped: FaultKind = {
  name: 'client dropped',
  updates: true,
  hindrance: async () => null,
  attempt: drop,
};

async function drop(attempt: FaultAttempt): Promise<TryOutcome> {
  const { template, file, n, usual, random } = attempt;
  const place = await template.place();
  try {
    const running = await place.start();
    await prepareFaultLeads(running.client, file);
    const moment = n % 2 === 1 ? random() * usual.upload : usual.upload + random() * usual[file.mode];
    const gone = new AbortController();
    const body = formWith(importParts(fileOf(FILENAME, file.text), file.plan));
    const sent = running.client
      .send('/api/import-stream', { method: 'POST', body, signal: gone.signal })
      .then((response) => response.text())
      .catch(() => undefined);
    await wait(moment);
    const { text, cameTooLate } = await describeImportState(place);
    const since = performance.now();
    gone.abort();
    await sent;
    const faults = await clearedFaults(place);
    const what = `gone at ${(moment / 1000).toFixed(2)} s, ${text}`;
    // Without an import from the dropped request, the file is imported again.
    const uploadId = (await importsOf(place)).length === 0 ? await uploadFaultFile(running.client, file) : '';
    const end = await conclude(place, running, { uploadId, file }, since);
    return { what, cameTooLate, ...end, faults: [...faults, ...end.faults] };
  } finally {
    await place.close();
  }
}

/** Returns faults unless the dropped request either became an import or left nothing of the file behind. */
async function clearedFaults(place: TryEnvironment): Promise<string[]> {
  await wait(ARRIVED_MS);
  const cleared = await pollUntil(CLEARED_WITHIN_MS, async () => {
    const [row] = await place.ask<{ imports: number; uploads: number; strays: number }>(
      `SELECT (SELECT count(*)::int FROM imports WHERE filename = $1) AS imports,
         (SELECT count(*)::int FROM uploads WHERE filename = $1) AS uploads,
         (SELECT count(*)::int FROM upload_chunks c WHERE NOT EXISTS (SELECT FROM uploads u WHERE u.id = c.upload_id)) AS strays`,
      [FILENAME],
    );
    return row !== undefined && row.strays === 0 && (row.imports > 0 || row.uploads === 0);
  });
  return cleared ? [] : ['something of the upload is left'];
}
