// Measures retention through the running product: a rule that takes all but the newest leads moves them to the bin and anonymizes them
// after the grace period, one without grace days erases them, with the latency of the list meanwhile, plain and filtered. Argument: leads that it takes.
import { setTimeout as wait } from 'node:timers/promises';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';
import { cpuSeconds, percentile } from './support/machine.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const POLL_MS = 200;
/** Seconds without other background work before a step begins. */
const QUIET_S = 5;
/** Newer leads, which stay. */
const newer = leads / 10;

/** Pages with their totals, which read the index and the changes since it was made. */
const FILTERED = [
  'status=qualified&country=Germany',
  'search=hoffmann&status=new',
  'brand=Brand%203&isSold=false',
];

await withLeadDatabase({ leads: leads + newer, others: { organizations: 1, leads: 10_000 } }, measure);

async function measure({ server, owner, organizationId, cpuOfDatabase }: LeadDatabase): Promise<void> {
  print(
    '| step | leads | seconds | processors s | list p95 ms | slowest | filtered p95 ms | slowest |\n|---|---|---|---|---|---|---|---|',
  );
  const { id: user } = (await (await server.send('/api/user')).json()) as { id: string };
  const { rows: oldest } = await owner.query<{ at: Date }>(
    'SELECT created_at AS at FROM leads WHERE organization_id = $1 ORDER BY created_at DESC OFFSET $2 LIMIT 1',
    [organizationId, newer],
  );
  const begin = (rule: string, action: string, graceDays: number) =>
    owner.query(
      `INSERT INTO retention_runs (organization_id, id, rule_id, day, name, conditions, after_days, after_of, action, grace_days,
         started_by, started_at)
       VALUES ($1, gen_random_uuid(), $2, now(), $2, '[]', 1, 'created', $3, $4, $5, $6::timestamptz + interval '1 day')`,
      [organizationId, rule, action, graceDays, user, oldest[0]?.at],
    );
  const ended = async (rule: string, status: string) => {
    const { rows } = await owner.query<{ status: string; failure: string | null }>(
      'SELECT status, failure FROM retention_runs WHERE rule_id = $1',
      [rule],
    );
    if (rows[0]?.status === 'failed') throw new Error(rows[0].failure ?? 'failed');
    return rows[0]?.status === status;
  };
  /** Returns whether no other background work runs, such as the first search for duplicates. */
  const isQuiet = async () => {
    const { rows } = await owner.query(
      `SELECT FROM graphile_worker.jobs
       WHERE task_identifier IN ('maintain_lead_index', 'maintain_lead_indexes', 'link_changed_leads', 'scan_duplicates')
         AND (locked_at IS NOT NULL OR run_at < now() + interval '5 seconds')`,
    );
    return rows.length === 0;
  };
  const quiet = async () => {
    for (let seconds = 0; seconds < QUIET_S; seconds++) {
      if (!(await isQuiet())) seconds = -1;
      await wait(1_000);
    }
  };
  const asked = async (query: string): Promise<number> => {
    const start = performance.now();
    await (await server.send(`/api/leads?limit=20&${query}`)).text();
    return performance.now() - start;
  };
  const spent = () => cpuSeconds([server.pid]) + cpuOfDatabase();
  const timed = async (name: string, isDone: () => Promise<boolean>) => {
    await owner.query("SELECT graphile_worker.add_job('work_on_retention', '{}')");
    const start = performance.now();
    const before = spent();
    const plain: number[] = [];
    const filtered: number[] = [];
    while (!(await isDone())) {
      plain.push(await asked(''));
      filtered.push(await asked(FILTERED[filtered.length % FILTERED.length] ?? ''));
      await wait(POLL_MS);
    }
    const seconds = (performance.now() - start) / 1000;
    const { rows } = await owner.query<{ changed: number }>(
      'SELECT changed FROM bulk_operations WHERE organization_id = $1 ORDER BY id DESC LIMIT 1',
      [organizationId],
    );
    const latencies = [plain, filtered].map(
      (all) => `${percentile(all, 0.95).toFixed(0)} | ${Math.max(...all).toFixed(0)}`,
    );
    print(
      `| ${name} | ${rows[0]?.changed} | ${seconds.toFixed(1)} | ${(spent() - before).toFixed(0)} | ${latencies.join(' | ')} |`,
    );
  };
  await quiet();
  await begin('anonymise', 'anonymise', 7);
  await timed('to the bin', () => ended('anonymise', 'grace'));
  await quiet();
  await owner.query("UPDATE retention_runs SET grace_ends_at = now() - interval '1 second'");
  await timed('anonymize after the grace period', () => ended('anonymise', 'completed'));
  await quiet();
  await begin('erase', 'erase', 0);
  await timed('erase at once', () => ended('erase', 'completed'));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
