// Finds duplicates among made-up leads in PostgreSQL: a scan, its memory, new leads compared with the stored ones, and the
// list of clusters. Arguments: leads, new leads.
import { linkChangedLeads } from '#server/features/duplicates/link-changed.ts';
import { listClusters } from '#server/features/duplicates/reads.ts';
import { scanDuplicates } from '#server/features/duplicates/scan-writes.ts';
import { insertLeads } from '#server/lead/store/store.ts';
import type { Admission } from '#server/lead/suppression/admission.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { statementsOn } from '#server/platform/db/transaction.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { damagedPeople, type MadeUpPerson } from './support/damaged-people.ts';
import { machineLine } from './support/machine.ts';

const count = Number(process.argv[2] ?? 100_000);
const added = Number(process.argv[3] ?? 1_000);
const BATCH = 20_000;
const MIB = 1024;
const LIST_CALLS = 20;
let made = 0;

const database = await startBenchDatabase();
const { owner, appUrl } = await database.another('duplicates');
const app = openPool(appUrl, 4, (error) => print(error.message));
try {
  const { rows } = await owner.query<{ id: string }>(
    "INSERT INTO organizations (id, name) VALUES (uuidv7(), 'Duplicates') RETURNING id",
  );
  const organizationId = rows[0]?.id ?? '';
  await owner.query(
    "INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, uuidv7(), 'Birth Date', 'date')",
    [organizationId],
  );
  const people = damagedPeople(count + added, 1);
  await insertPeople(organizationId, people, count);
  await owner.query('VACUUM ANALYZE leads');
  process.stdout.write(`${machineLine()}\n${count} leads\n\n`);
  const scope = organizationScope(app, organizationId);
  const before = process.cpuUsage();
  await timed('scan', () => scanDuplicates(scope));
  const cpu = process.cpuUsage(before);
  print(
    `  ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of processor, ${Math.round(process.resourceUsage().maxRSS / MIB)} MiB`,
  );
  const sizes = await owner.query<{ size: string }>(
    `SELECT string_agg(t || ' ' || pg_size_pretty(pg_total_relation_size(t::regclass)), ', ') AS size
     FROM unnest(array['leads', 'duplicate_index', 'duplicate_pairs']) AS t`,
  );
  print(`  ${sizes.rows[0]?.size}`);
  // Changes before are compared again for a minute.
  await owner.query("UPDATE duplicate_scans SET linked_at = now() + interval '1 minute'");
  await insertPeople(organizationId, people, added);
  await timed(`${added} new leads`, () => linkChangedLeads(scope));
  for (const offset of [0, 1_000]) {
    const times: number[] = [];
    for (let n = 0; n < LIST_CALLS; n++) {
      const started = performance.now();
      await scope.transaction((tx) => listClusters(tx, { limit: 20, offset }));
      times.push(performance.now() - started);
    }
    times.sort((one, two) => one - two);
    print(
      `list from ${offset}: median ${times[LIST_CALLS / 2]?.toFixed(0)} ms, at most ${times.at(-1)?.toFixed(0)}`,
    );
  }
  await timed('list with a search', () =>
    scope.transaction((tx) => listClusters(tx, { limit: 20, offset: 0, search: 'smith' })),
  );
} finally {
  await app.end();
  await database.stop();
}

async function insertPeople(
  organizationId: string,
  people: Generator<{ person: MadeUpPerson }>,
  wanted: number,
) {
  for (let left = wanted; left > 0; ) {
    const batch: MadeUpPerson[] = [];
    while (batch.length < Math.min(BATCH, left)) {
      const { value } = people.next();
      if (value === undefined) break;
      // Identities are unique; the generator repeats a few emails.
      const { email } = value.person;
      batch.push({ ...value.person, email: email === '' ? '' : `${email}.n${made++}` });
    }
    left -= batch.length;
    const fields = [
      'firstName',
      'lastName',
      'email',
      'phone',
      'address',
      'city',
      'postcode',
      'birthDate',
    ] as const;
    await insertLeads(
      { ...statementsOn(owner), organizationId },
      {
        admission: {} as Admission,
        columns: [
          ...[
            'organization_id',
            'id',
            'first_name',
            'last_name',
            'email',
            'phone',
            'address',
            'city',
            'postcode',
          ],
          ...['custom_data', 'number_valid'],
        ],
        source: `SELECT $1::uuid, uuidv7(), nullif(p.f, ''), nullif(p.l, ''), nullif(p.e, ''), nullif(p.p, ''), nullif(p.a, ''),
            nullif(p.c, ''), nullif(p.z, ''), CASE WHEN p.b = '' THEN '{}' ELSE jsonb_build_object('Birth Date', p.b) END, false
          FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
            AS p (f, l, e, p, a, c, z, b)`,
        values: [organizationId, ...fields.map((field) => batch.map((person) => person[field]))],
      },
    );
  }
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  print(`${name}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
