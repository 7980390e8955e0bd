import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from '#tests/support/client.ts';
import { postImport } from '#tests/support/imports.ts';
import { PLAN, uploadRows } from '../cluster.ts';
import type { TryEnvironment } from '../faults/place.ts';
import { countFaults, expectEqual, untilThere } from '../faults/work.ts';
import { beginReads, beginWrites, type Load } from '../load.ts';
import { workerOf } from './worker.ts';

const CLIENTS = 4;
/** Seconds of load before the kill, without the worker, and after it is back. */
const PHASE_SECONDS = 5;

/**
 * Kills the worker of the only organization while clients read, create leads and import a file, starts it again, and verifies
 * what is left. Returns lines to print, and one line for each fault.
 */
export async function killWorker(
  place: TryEnvironment,
  client: Client,
  coordinatorUrl: string,
  rows: number,
): Promise<{ told: string[]; faults: string[] }> {
  const coordinator = new pg.Client({ connectionString: coordinatorUrl });
  await coordinator.connect();
  const [organization] = await place.ask<{ id: string }>('SELECT id FROM organizations');
  const worker = await workerOf(coordinator, organization?.id ?? '');
  await coordinator.end();
  const { body: token } = await client.post<{ fullToken: string }>('/api/tokens', { name: 'load' });
  const before = (await client.get<{ total: number }>('/api/leads?limit=1')).body.total;
  const acknowledged = new Set<string>();
  const upload = await uploadRows(client, 'killed', rows);
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
  worker.kill();
  await wait(PHASE_SECONDS * 1000);
  // Sessions and sign-in names are on the coordinator.
  const session = (await client.get('/api/user')).status;
  worker.start();
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
      `worker ${worker.host} killed with the import at ${under.processed} of ${rows} rows, away for ${PHASE_SECONDS} s`,
      `reads: ${reads.answered} answered, failed by answer: ${failuresOf(reads)}`,
      `creates: ${writes.answered} answered, failed by answer: ${failuresOf(writes)}`,
      `import: ${ended.status}, ${ended.imported} rows stored`,
      `acknowledged and lost ${lost}, stored twice ${stored.length - acknowledged.size}`,
    ],
    faults: [
      ...expectEqual('failures before the kill', early, 0),
      ...expectEqual('status of the session without the worker', session, 200),
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
    "SELECT status, processed, imported FROM imports WHERE filename = 'killed.csv'",
  );
  return found ?? { status: 'processing', processed: 0, imported: 0 };
}

function failuresOf({ failures }: Load): string {
  return [...failures].map(([what, count]) => `${what}: ${count}`).join(', ') || 'none';
}
