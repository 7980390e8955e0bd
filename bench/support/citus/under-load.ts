import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';
import { postImport } from '#tests/support/imports.ts';
import { PLAN, uploadRows } from '../cluster.ts';
import type { TryEnvironment } from '../faults/place.ts';
import { countFaults, expectEqual, untilThere } from '../faults/work.ts';
import { beginReads, beginWrites, type Load } from '../load.ts';

const CLIENTS = 4;
/** Seconds of load before and after the disturbance. */
const PHASE_SECONDS = 5;

/** Report of a part of a run: lines to print, and one line for each fault. */
export interface DisturbanceReport {
  told: string[];
  faults: string[];
}

/**
 * Disturbs the cluster while clients read, create leads and import a file, and verifies what is left.
 * @param rows rows of the imported file
 */
export async function disturbUnderLoad(
  place: TryEnvironment,
  client: Client,
  rows: number,
  disturb: () => Promise<DisturbanceReport>,
): Promise<DisturbanceReport> {
  const { body: token } = await client.post<{ fullToken: string }>('/api/tokens', { name: 'load' });
  const before = (await client.get<{ total: number }>('/api/leads?limit=1')).body.total;
  const acknowledged = new Set<string>();
  const upload = await uploadRows(client, 'disturbed', rows);
  const reads = beginReads(client, CLIENTS);
  const writes = beginWrites(client, token.fullToken, CLIENTS, acknowledged);
  const stream = await postImport(client, upload, PLAN);
  void stream.text().catch(() => undefined);
  await wait(PHASE_SECONDS * 1000);
  const under = await untilThere('first batch', async () => {
    const found = await importOf(place);
    return found.processed > 0 ? found : null;
  });
  const early = reads.failed + writes.failed;
  const disturbed = await disturb();
  await wait(PHASE_SECONDS * 1000);
  await Promise.all([reads.stop(), writes.stop()]);
  const ended = await untilThere('end of the import', async () => {
    const found = await importOf(place);
    return found.status === 'processing' ? null : found;
  });
  const stored = await place.ask<{ id: string }>("SELECT id FROM leads WHERE email LIKE 'program-%'");
  const ids = new Set(stored.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !ids.has(id)).length;
  return {
    told: [
      `disturbed with the import at ${under.processed} of ${rows} rows`,
      ...disturbed.told,
      `reads: ${reads.answered} answered, failed by answer: ${failuresOf(reads)}; slowest ${reads.slowestMs.toFixed(0)} ms`,
      `creates: ${writes.answered} answered, failed by answer: ${failuresOf(writes)}; slowest ${writes.slowestMs.toFixed(0)} ms`,
      `import: ${ended.status}, ${ended.imported} rows stored`,
      `acknowledged and lost ${lost}, stored twice ${stored.length - acknowledged.size}`,
    ],
    faults: [
      ...expectEqual('failures before the disturbance', early, 0),
      ...disturbed.faults,
      ...expectEqual('acknowledged leads lost', lost, 0),
      ...expectEqual('leads of programs', stored.length, acknowledged.size),
      ...expectEqual('rows of the import', ended.imported, rows),
      ...(ended.status === 'completed' ? [] : [`the import is ${ended.status}`]),
      ...(await countFaults(place, client, before + rows + acknowledged.size)),
    ],
  };
}

interface ImportState {
  status: string;
  processed: number;
  imported: number;
}

async function importOf(place: TryEnvironment): Promise<ImportState> {
  const [found] = await place.ask<ImportState>(
    "SELECT status, processed, imported FROM imports WHERE filename = 'disturbed.csv'",
  );
  return found ?? { status: 'processing', processed: 0, imported: 0 };
}

function failuresOf({ failures }: Load): string {
  return [...failures].map(([what, count]) => `${what}: ${count}`).join(', ') || 'none';
}
