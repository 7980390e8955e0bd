import { setTimeout as wait } from 'node:timers/promises';
import { complaintsOf, endText, type FaultAttempt, type FaultKind, type TryOutcome } from './attempt.ts';
import { allEnded, begin, importsOf, uploadFaultFile } from './import-run.ts';
import type { Running, TryEnvironment } from './place.ts';
import { withSharedPlace } from './two-servers.ts';
import { faultsOf } from './verify.ts';

const PATIENCE_MS = 120_000;

/** The same file imported twice at once, in every second try through two servers. */
export const sameFileTwice: FaultKind = {
  name: 'the same file twice at once',
  updates: false,
  hindrance: async () => null,
  attempt: (attempt) =>
    withSharedPlace(attempt, async (place) => {
      const one = await place.start('one');
      return importTwice(attempt, place, one, attempt.n % 2 === 1 ? one : await place.start('two'));
    }),
};

async function importTwice(
  { file, random, usual }: FaultAttempt,
  place: TryEnvironment,
  one: Running,
  two: Running,
): Promise<TryOutcome> {
  const uploads = [await uploadFaultFile(one.client, file), await uploadFaultFile(two.client, file)] as const;
  const later = random() * usual.create;
  const since = performance.now();
  await Promise.all([
    begin(one.client, uploads[0], file),
    wait(later).then(() => begin(two.client, uploads[1], file)),
  ]);
  const states = await importsOf(place);
  const cameTooLate = states.some(({ status }) => status !== 'processing');
  const ended = await allEnded(place, 2, PATIENCE_MS);
  const seconds = (performance.now() - since) / 1000;
  const rows = await importsOf(place);
  const what = `the second ${(later / 1000).toFixed(2)} s later, ${one === two ? 'one server' : 'two servers'}`;
  const end = [...new Set(rows.map(endText))].join(', ');
  const faults = ended ? await faultsOf(place, one.client, file, 2) : ['they did not end'];
  const said = [one, ...(one === two ? [] : [two])].flatMap(({ server }) => complaintsOf(server));
  return { what, cameTooLate, end, seconds, faults: [...faults, ...said] };
}
