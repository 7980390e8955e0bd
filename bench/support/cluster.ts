import { type Client, clientOf, fileOf, PASSWORD } from '#tests/support/client.ts';
import { importLeads, uploadFile } from '#tests/support/imports.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type Running, sharedPlace, type TryEnvironment } from './faults/place.ts';
import { freeLoopbackPort, type Nginx, startNginx } from './nginx.ts';

/** Servers on a database of their own, behind nginx. */
export interface Cluster {
  place: TryEnvironment;
  servers: Running[];
  nginx: Nginx;
  /** Session of the administrator through nginx. */
  client: Client;
  /** Token of the public API. */
  token: string;
}

/** Starts servers behind nginx, calls `work` and removes everything. */
export async function withCluster<T>(
  { url, owner }: Pick<BenchDatabase, 'url' | 'owner'>,
  { program, count }: { program: string; count: number },
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const name = `cluster_${count}_${process.hrtime.bigint()}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  const port = await freeLoopbackPort();
  await owner.query(`CREATE DATABASE ${name}`);
  const place = await sharedPlace(own.href, {
    TRUST_PROXY: 'loopback',
    PUBLIC_URL: `https://localhost:${port}`,
  });
  try {
    const servers: Running[] = [];
    for (let n = 1; n <= count; n++) servers.push(await place.start(`server-${n}`));
    const addresses = await Promise.all(servers.map(({ server }) => server.ready()));
    const nginx = await startNginx(program, port, addresses);
    try {
      const client = clientOf(nginx.url);
      await client.post('/api/login', { username: 'ada', password: PASSWORD });
      const { status, body } = await client.post<{ fullToken: string }>('/api/tokens', { name: 'load' });
      if (status !== 201) throw new Error(`Through nginx, a token was refused with ${status}`);
      return await work({ place, servers, nginx, client, token: body.fullToken });
    } finally {
      await nginx.stop();
    }
  } finally {
    await place.close();
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Mapping of the files of `uploadRows`. */
export const PLAN = { fieldMapping: { Email: 'email', City: 'city' } };

/** Uploads a file of leads that no other file has, and returns the id of the upload. */
export async function uploadRows(client: Client, name: string, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, n) => `${name}-${n}@example.com,City ${n % 50}`);
  const text = `Email,City\n${lines.join('\n')}\n`;
  return (await uploadFile(client, fileOf(`${name}.csv`, text))).uploadId;
}

/** Imports files side by side and returns the rows per second of all together. */
export async function importSideBySide(client: Client, files: number, rows: number): Promise<number> {
  const uploads: string[] = [];
  for (let n = 0; n < files; n++) uploads.push(await uploadRows(client, `file-${n}`, rows));
  const started = performance.now();
  await Promise.all(uploads.map((uploadId) => importLeads(client, uploadId, PLAN)));
  return (1000 * files * rows) / (performance.now() - started);
}
