import {
  beginAndWait,
  conclude,
  describeImportState,
  type FaultAttempt,
  type FaultKind,
  randomMoment,
  type TryOutcome,
} from './attempt.ts';
import { prepareFaultLeads, uploadFaultFile } from './import-run.ts';

/** SIGKILL to the server, which is then restarted on its data folder. */
export const serverKilled: FaultKind = {
  name: 'server killed',
  updates: true,
  hindrance: async () => null,
  attempt: kill,
};

async function kill(attempt: FaultAttempt): Promise<TryOutcome> {
  const { template, file } = attempt;
  const place = await template.place();
  try {
    const first = await place.start();
    await prepareFaultLeads(first.client, file);
    const uploadId = await uploadFaultFile(first.client, file);
    const moment = randomMoment(attempt);
    const { begun } = await beginAndWait(first, uploadId, file, moment);
    const { text, cameTooLate } = await describeImportState(place);
    const since = performance.now();
    await first.server.end('SIGKILL');
    await begun;
    const second = await place.start();
    const what = `killed at ${(moment / 1000).toFixed(2)} s, ${text}`;
    return { what, cameTooLate, ...(await conclude(place, second, { uploadId, file }, since)) };
  } finally {
    await place.close();
  }
}
