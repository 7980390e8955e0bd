import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';
import { postImport } from '#tests/support/imports.ts';
import { PLAN, uploadRows } from '../cluster.ts';
import type { TryEnvironment } from '../faults/place.ts';
import { countFaultsOf, expectEqual, untilThere } from '../faults/work.ts';
import { beginReads, beginWrites, type Load } from '../load.ts';

/** Seconds of load before and after the disturbance. */
const PHASE_SECONDS = 5;
/** Answer to a request that can't reach its worker. */
const REFUSED = '503';

/** Report of a part of a run: lines to print, and one line for each fault. */
export interface DisturbanceReport {
  findings: string[];
  faults: string[];
}

/** An organization under load, and a session of its administrator. */
export interface LoadedOrganization {
  id: string;
  client: Client;
}

/** Load of each organization. */
export interface LoadSizes {
  /** Clients that read, and as many that create leads. */
  clients: number;
  /** Milliseconds that each client pauses after a request. */
  pauseMs: number;
  /** Rows of the file that is imported. */
  rows: number;
}

/** An organization with its clients at work. */
interface Begun extends LoadedOrganization {
  /** Leads that it had before. */
  before: number;
  acknowledged: Set<string>;
  reads: Load;
  writes: Load;
}

/** Disturbs the cluster while clients of organizations read, create leads and import files, and verifies what is left. */
export async function disturbUnderLoad(
  place: TryEnvironment,
  organizations: readonly LoadedOrganization[],
  sizes: LoadSizes,
  disturb: () => Promise<DisturbanceReport>,
): Promise<DisturbanceReport> {
  const uploads: string[] = [];
  for (const { client } of organizations) uploads.push(await uploadRows(client, 'disturbed', sizes.rows));
  const begun: Begun[] = [];
  for (const organization of organizations) begun.push(await beginClients(organization, sizes));
  for (const [index, { client }] of organizations.entries()) {
    const stream = await postImport(client, uploads[index] ?? '', PLAN);
    void stream.text().catch(() => undefined);
  }
  await wait(PHASE_SECONDS * 1000);
  const under = await untilThere('first batch', async () => {
    const found = await importsOf(place);
    return found.processed > 0 ? found : null;
  });
  const loads = begun.flatMap(({ reads, writes }) => [reads, writes]);
  const early = loads.reduce((sum, { failed }) => sum + failed, 0);
  const disturbed = await disturb();
  await wait(PHASE_SECONDS * 1000);
  await Promise.all(loads.map((load) => load.stop()));
  const ended = await untilThere('end of the imports', async () => {
    const found = await importsOf(place);
    return found.processing > 0 ? null : found;
  });
  const { rows } = sizes;
  const stored = await verifyStored(place, begun, rows);
  return {
    findings: [
      `disturbed with the imports at ${under.processed} of ${rows * organizations.length} rows`,
      ...disturbed.findings,
      tallyOf(
        'reads',
        begun.map(({ reads }) => reads),
      ),
      tallyOf(
        'creates',
        begun.map(({ writes }) => writes),
      ),
      `imports: ${ended.completed} of ${organizations.length} completed, ${ended.imported} rows stored`,
      ...stored.findings,
    ],
    faults: [
      ...expectEqual('failures before the disturbance', early, 0),
      ...disturbed.faults,
      ...loads.flatMap(faultsOf),
      ...stored.faults,
      ...expectEqual('imports completed', ended.completed, organizations.length),
      ...expectEqual('rows of the imports', ended.imported, rows * organizations.length),
    ],
  };
}

async function beginClients(
  { id, client }: LoadedOrganization,
  { clients, pauseMs }: LoadSizes,
): Promise<Begun> {
  const { body: token } = await client.post<{ fullToken: string }>('/api/tokens', { name: 'load' });
  const before = (await client.get<{ total: number }>('/api/leads?limit=1')).body.total;
  const acknowledged = new Set<string>();
  const reads = beginReads(client, clients, pauseMs);
  const writes = beginWrites(client, token.fullToken, clients, acknowledged, pauseMs);
  return { id, client, before, acknowledged, reads, writes };
}

async function verifyStored(
  place: TryEnvironment,
  begun: readonly Begun[],
  rows: number,
): Promise<DisturbanceReport> {
  const sums = { lost: 0, twice: 0 };
  const faults: string[] = [];
  for (const { id, client, before, acknowledged } of begun) {
    const stored = await place.ask<{ id: string }>(
      "SELECT id FROM leads WHERE organization_id = $1 AND email LIKE 'program-%'",
      [id],
    );
    const ids = new Set(stored.map((lead) => lead.id));
    sums.lost += [...acknowledged].filter((lead) => !ids.has(lead)).length;
    sums.twice += stored.length - acknowledged.size;
    faults.push(...(await countFaultsOf(place, { id, client }, before + rows + acknowledged.size)));
  }
  return {
    findings: [`acknowledged and lost ${sums.lost}, stored twice ${sums.twice}`],
    faults: [
      ...expectEqual('acknowledged leads lost', sums.lost, 0),
      ...expectEqual('leads stored twice', sums.twice, 0),
      ...faults,
    ],
  };
}

interface ImportStates {
  processing: number;
  completed: number;
  processed: number;
  imported: number;
}

async function importsOf(place: TryEnvironment): Promise<ImportStates> {
  const imports = await place.ask<{ status: string; processed: number; imported: number }>(
    "SELECT status, processed, imported FROM imports WHERE filename = 'disturbed.csv'",
  );
  const withStatus = (status: string): number => imports.filter((row) => row.status === status).length;
  return {
    processing: withStatus('processing'),
    completed: withStatus('completed'),
    processed: imports.reduce((sum, { processed }) => sum + processed, 0),
    imported: imports.reduce((sum, { imported }) => sum + imported, 0),
  };
}

/** Each request gets its answer or is findings to come again. */
function faultsOf({ unanswered, failures }: Load): string[] {
  const others = [...failures].filter(([failure]) => failure !== REFUSED && /^\d+$/.test(failure));
  return [
    ...expectEqual('requests without an answer', unanswered, 0),
    ...others.map(([failure, count]) => `${count} requests answered with ${failure}`),
  ];
}

function tallyOf(what: string, loads: readonly Load[]): string {
  const failures = new Map<string, number>();
  for (const [failure, count] of loads.flatMap((load) => [...load.failures])) {
    failures.set(failure, (failures.get(failure) ?? 0) + count);
  }
  const sum = (field: 'answered' | 'unanswered'): number =>
    loads.reduce((total, load) => total + load[field], 0);
  const seconds = (field: 'longestAnswerMs' | 'slowestMs'): string =>
    `${(Math.max(...loads.map((load) => load[field])) / 1000).toFixed(1)} s`;
  const failed = [...failures].map(([failure, count]) => `${failure}: ${count}`).join(', ') || 'none';
  return (
    `${what}: ${sum('answered')} answered, failed by answer: ${failed}; without an answer: ${sum('unanswered')}; ` +
    `longest answer ${seconds('longestAnswerMs')}, slowest with its repetitions ${seconds('slowestMs')}`
  );
}
