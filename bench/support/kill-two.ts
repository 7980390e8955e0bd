import { setTimeout as wait } from 'node:timers/promises';
import { postImport } from '#tests/support/imports.ts';
import { type Cluster, PLAN, uploadRows } from './cluster.ts';
import { complaintsOf } from './faults/attempt.ts';
import { countFaults, expectEqual, untilThere } from './faults/work.ts';
import { beginReads, beginWrites, type Load } from './load.ts';

/** Sizes of the load during which servers are killed. */
interface KillSizes {
  rows: number;
  files: number;
  clients: number;
  /** Seconds of load before the kill and after it. */
  seconds: number;
}

/** Outcome of a kill: lines to print, and one line for each fault. */
interface KillOutcome {
  findings: string[];
  faults: string[];
}

interface StoredImport {
  filename: string;
  status: string;
  leads: number;
}

/**
 * Kills the first two servers (SIGKILL) while clients read, create leads and import files through nginx, and verifies what is left:
 * every acknowledged lead once, every file imported once, the session open, all counts right.
 */
export async function killTwo(cluster: Cluster, sizes: KillSizes): Promise<KillOutcome> {
  const { place, servers, nginx, client, token } = cluster;
  const { rows, files, clients, seconds } = sizes;
  const acknowledged = new Set<string>();
  const uploads: string[] = [];
  for (let n = 0; n < files; n++) uploads.push(await uploadRows(client, `killed-${n}`, rows));
  const reads = beginReads(client, clients);
  const writes = beginWrites(client, token, clients, acknowledged);
  for (const uploadId of uploads) await beginImport(cluster, uploadId);
  await wait(seconds * 500);
  const before = { ...failuresOf(reads, writes), passedOn: await nginx.passedOn() };
  const under = (await importsOf(cluster)).filter(({ status }) => status === 'processing').length;
  const killedAt = performance.now();
  await Promise.all(servers.slice(0, 2).map(({ server }) => server.end('SIGKILL')));
  await wait(seconds * 1000);
  await Promise.all([reads.stop(), writes.stop()]);
  const imports = await untilThere('end of every import', async () => {
    const all = await importsOf(cluster);
    return all.every(({ status }) => status !== 'processing') ? all : null;
  });
  const ended = (performance.now() - killedAt) / 1000;
  const stored = await place.ask<{ id: string; email: string }>(
    "SELECT id, email FROM leads WHERE email LIKE 'program-%'",
  );
  const ids = new Set(stored.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !ids.has(id)).length;
  return {
    findings: [
      `${reads.answered} reads and ${writes.answered} creates answered; ${under} of ${files} imports ran when two servers were killed, and had ended ${ended.toFixed(1)} s later at the latest`,
      `nginx passed on ${(await nginx.passedOn()) - before.passedOn} requests to another server`,
      `repeated by clients: ${reads.failed - before.reads} reads (${listed(reads)}), ${writes.failed - before.writes} creates (${listed(writes)})`,
      `acknowledged and lost ${lost}, stored twice ${stored.length - acknowledged.size}`,
    ],
    faults: [
      ...expectEqual('failures before the kill', before.reads + before.writes, 0),
      ...expectEqual('acknowledged leads lost', lost, 0),
      ...expectEqual('leads of programs', stored.length, acknowledged.size),
      ...importFaults(imports, sizes),
      ...expectEqual('status of the session', (await client.get('/api/user')).status, 200),
      ...(await countFaults(place, client, files * rows + acknowledged.size)),
      ...servers.slice(2).flatMap(({ server }) => complaintsOf(server)),
    ],
  };
}

/** Starts an import; its stream may break off, which doesn't end it. */
async function beginImport({ client }: Cluster, uploadId: string): Promise<void> {
  const response = await postImport(client, uploadId, PLAN);
  if (response.status !== 200) throw new Error(`An import was refused with ${response.status}`);
  void response.text().catch(() => undefined);
}

function importFaults(imports: readonly StoredImport[], { files, rows }: KillSizes): string[] {
  return [
    ...expectEqual('imports', imports.length, files),
    ...imports.flatMap(({ filename, status, leads }) => [
      ...(status === 'completed' ? [] : [`the import of ${filename} is ${status}`]),
      ...expectEqual(`leads of ${filename}`, leads, rows),
    ]),
  ];
}

/** Returns the imports with the leads that each made. */
function importsOf({ place }: Cluster): Promise<StoredImport[]> {
  return place.ask<StoredImport>(
    `SELECT i.filename, i.status, (SELECT count(*)::int FROM leads l
       WHERE l.email LIKE split_part(i.filename, '.', 1) || '-%') AS leads
     FROM imports i ORDER BY i.filename`,
  );
}

function failuresOf(reads: Load, writes: Load): { reads: number; writes: number } {
  return { reads: reads.failed, writes: writes.failed };
}

function listed({ failures }: Load): string {
  return [...failures].map(([what, count]) => `${what}: ${count}`).join(', ') || 'none';
}
