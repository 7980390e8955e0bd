// Measures suppression lists: alternates imports without entries, with plain entries and with more and more kinds of hashes, of which
// the first with entries reads them all once; imports a file of entries;
// adds entries to an organization with many leads. Arguments: rows, entries, entries of the file, leads, rounds.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBenchDatabase, truncateLeads } from './support/bench-database.ts';
import { forgetPeak, print, secondsSince, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory } from './support/machine.ts';
import { seedLeads } from './support/seed-leads.ts';
import { startBenchServer } from './support/server.ts';

const [rows = 500_000, entries = 10_000_000, fileEntries = 1_000_000, leads = 1_000_000, rounds = 2] =
  process.argv.slice(2).map(Number);

/** Forms of entries; each adds some to those before. */
const MIX = {
  none: [],
  plain: ['email,', 'phone,'],
  'and MD5': ['hash,md5'],
  'and SHA-1': ['hash,sha1'],
  'and SHA-256': ['hash,sha256'],
} satisfies Record<string, string[]>;
const MIXES = Object.keys(MIX) as (keyof typeof MIX)[];

const database = await startBenchDatabase();
try {
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    print(machineLine());
    const { owner } = database;
    const organization =
      (await owner.query<{ id: string }>('SELECT id FROM organizations')).rows[0]?.id ?? '';
    const list = await post<{ id: string }>('/api/suppression-lists', { name: 'Opposed' });
    await seedEntries(list.id);
    await imports(organization, list.id);
    await owner.query('TRUNCATE suppressions, suppression_counts, suppression_filters');
    await fileOfEntries(list.id);
    await entriesBesideLeads(organization, list.id);

    async function post<T>(path: string, body: unknown): Promise<T> {
      const response = await server.send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return (await response.json()) as T;
    }

    async function seedEntries(listId: string): Promise<void> {
      const started = performance.now();
      await owner.query(
        `INSERT INTO suppressions (organization_id, id, list_id, key, kind, hint, created_by_name)
         SELECT $1, uuidv7(), $2, gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'email' ELSE 'phone' END, 'a…', 'bench'
         FROM generate_series(1, $3) AS n`,
        [organization, listId, entries],
      );
      await owner.query('VACUUM ANALYZE suppressions');
      print(`${entries} entries seeded in ${secondsSince(started).toFixed(0)} s`);
    }

    async function imports(organizationId: string, listId: string): Promise<void> {
      const path = join(database.folder, 'leads.csv');
      await writeFile(path, leadCsv(rows, { shape: 'realistic' }));
      const least = new Map<string, number>();
      for (let round = 0; round < rounds; round++) {
        for (const mix of MIXES) {
          await truncateLeads(owner);
          await setCounts(organizationId, listId, mix);
          const { upload } = await timedUpload(server, path, 'leads.csv');
          await owner.query('CHECKPOINT');
          forgetPeak(server.pid);
          const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
          const run = await timedImport(server, upload);
          const own = cpuSeconds([server.pid]) - spent.server;
          const theirs = database.cpuSeconds() - spent.database;
          least.set(mix, Math.min(least.get(mix) ?? Number.POSITIVE_INFINITY, own + theirs));
          print(
            `${mix}: ${run.seconds.toFixed(1)} s, processor ${own.toFixed(1)} s of the server and ${theirs.toFixed(1)} s of ` +
              `PostgreSQL, at most ${peakMemory(server.pid)} MB; skipped ${JSON.stringify(run.last)}`,
          );
        }
      }
      const none = least.get('none') ?? 0;
      for (const mix of MIXES)
        print(`${mix}: ${(((least.get(mix) ?? 0) / none - 1) * 100).toFixed(1)} % more processor time`);
    }

    async function setCounts(organizationId: string, listId: string, mix: keyof typeof MIX): Promise<void> {
      await owner.query('DELETE FROM suppression_counts');
      const forms = MIXES.slice(0, MIXES.indexOf(mix) + 1).flatMap((one): string[] => MIX[one]);
      for (const form of forms) {
        const count = form.startsWith('hash') ? 1 : entries / 2;
        await owner.query(
          `INSERT INTO suppression_counts (organization_id, list_id, kind, hash, length, entries) VALUES ($1, $2, $3, $4, 0, $5)`,
          [organizationId, listId, ...form.split(','), count],
        );
      }
    }

    async function fileOfEntries(listId: string): Promise<void> {
      const text = Array.from({ length: fileEntries }, (_, at) =>
        at % 2 === 0
          ? `person.${at}@example${at % 977}.com`
          : `+49171${String(1_000_000 + at).padStart(7, '0')}`,
      ).join('\n');
      const form = new FormData();
      form.set('file', new Blob([text]), 'entries.txt');
      form.set('listId', listId);
      const started = performance.now();
      const response = await server.send('/api/suppressions/import', { method: 'POST', body: form });
      print(
        `${fileEntries} entries of a file: ${secondsSince(started).toFixed(1)} s, ${await response.text()}`,
      );
    }

    async function entriesBesideLeads(organizationId: string, listId: string): Promise<void> {
      await truncateLeads(owner);
      await seedLeads(owner, organizationId, leads, { seed: 99 });
      await owner.query('VACUUM ANALYZE leads');
      const { rows: people } = await owner.query<{ email: string }>(
        'SELECT email FROM leads WHERE email IS NOT NULL ORDER BY id LIMIT 5000',
      );
      const given = Array.from(
        { length: 10_000 },
        (_, at) => people[at]?.email ?? `nobody.${at}@example.net`,
      );
      const started = performance.now();
      const added: { leads: number }[] = [];
      for (let at = 0; at < given.length; at += 1000)
        added.push(await post('/api/suppressions', { listId, entries: given.slice(at, at + 1000) }));
      print(`10000 entries beside ${leads} leads: ${secondsSince(started).toFixed(1)} s`);
      print(`${added.reduce((sum, one) => sum + one.leads, 0)} leads marked`);
      const hashed = performance.now();
      await post('/api/suppressions', {
        listId,
        entries: ['@nowhere.example', '0cc175b9c0f1b6a831c399e269772661'],
      });
      print(`a domain and an MD5, for which all leads are read: ${secondsSince(hashed).toFixed(1)} s`);
    }
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}
