import type { ImportRecord } from '#contract/imports.ts';
import type { Client } from '#tests/support/client.ts';
import { accounted } from '#tests/support/imports.ts';
import { wrongCountsIn, wrongSearchesIn } from '#tests/support/lead-stats.ts';
import type { Expected, FaultFile } from './fault-file.ts';
import { FILENAME, type ImportRow, importsOf, pollUntil } from './import-run.ts';
import type { TryEnvironment } from './place.ts';

/** Time within which locks and jobs are released after the last row is committed (milliseconds). */
const LET_GO_MS = 15_000;
const SHOWN = 3;

/**
 * Verifies everything that an ended import leaves behind, in the database and through the API.
 * @param attempts number of imports of the file that must exist
 * @returns one line for each fault; empty when every row is accounted for and no lead is lost or doubled
 */
export async function faultsOf(
  place: TryEnvironment,
  client: Client,
  file: FaultFile,
  attempts = 1,
): Promise<string[]> {
  const rows = await importsOf(place);
  const { body: history } = await client.get<ImportRecord[]>('/api/imports');
  const records = history.filter(({ filename }) => filename === FILENAME);
  if (rows.length !== attempts || records.length !== attempts) {
    return [`${rows.length} imports instead of ${attempts}, ${records.length} in the history`];
  }
  const organizationId = rows[0]?.organizationId ?? '';
  // When a file was imported several times, the last import has read it whole.
  const whole = rows.some(({ status }) => status === 'completed');
  const expected = file.expected(whole ? file.rows : rows[0]?.processed);
  return [
    ...records.flatMap((record) => countersAt(record, file)),
    ...totalsAt(records, expected),
    ...(await leadsAt(place, expected)),
    ...(await importedLeadsAt(place, records)),
    ...(await reportsAt(place, rows, expected)),
    ...(await auditAt(place, attempts)),
    ...(await countsAt(place, client, organizationId, expected.leads.length)),
    ...(await letGoAt(place, rows)),
  ];
}

/** Checks that each row of the file has one outcome in every import. */
function countersAt(record: ImportRecord, file: FaultFile): string[] {
  const faults: string[] = [];
  if (record.totalRows !== file.rows) faults.push(`${record.totalRows} rows instead of ${file.rows}`);
  if (accounted(record) !== file.rows) faults.push(`${accounted(record)} rows accounted for`);
  if (record.status === 'completed' && record.unprocessed > 0) faults.push('completed with rows unprocessed');
  if (record.status === 'failed' && (record.failure ?? '') === '') faults.push('failed without a reason');
  if (record.status !== 'completed' && record.status !== 'failed') faults.push(`it is ${record.status}`);
  return faults;
}

/** Checks the totals over all imports of the file; a lead that one imported is a duplicate to the other. */
function totalsAt(records: readonly ImportRecord[], { counts }: Expected): string[] {
  const imported = records.reduce((sum, record) => sum + record.imported, 0);
  const faults = imported === counts.imported ? [] : [`${imported} imported instead of ${counts.imported}`];
  for (const record of records) {
    if (record.status !== 'completed' && records.length > 1) continue;
    const met = [record.imported + record.duplicates, record.updated, record.skipped, record.errors].join();
    const wanted = [
      counts.imported + counts.duplicates,
      counts.updated,
      counts.skipped,
      counts.errors,
    ].join();
    if (met !== wanted) faults.push(`imported or duplicate, updated, skipped, errors: ${met}, not ${wanted}`);
  }
  return faults;
}

async function leadsAt(place: TryEnvironment, { leads }: Expected): Promise<string[]> {
  const stored = await place.ask<{ lead: string }>(
    `SELECT concat_ws('|', coalesce(email, ''), CASE WHEN number_valid THEN phone ELSE '' END, coalesce(city, ''))
       AS lead FROM leads WHERE deleted_at IS NULL`,
  );
  const met = stored.map(({ lead }) => lead).sort();
  const [known, wanted] = [new Set(met), new Set(leads)];
  const lost = leads.filter((lead) => !known.has(lead));
  const strange = met.filter((lead) => !wanted.has(lead));
  const faults: string[] = [];
  if (met.length !== leads.length) faults.push(`${met.length} leads instead of ${leads.length}`);
  if (known.size !== met.length) faults.push(`${met.length - known.size} leads doubled`);
  if (lost.length > 0) faults.push(`${lost.length} leads lost, such as ${lost.slice(0, SHOWN).join(' ')}`);
  if (strange.length > 0)
    faults.push(`${strange.length} wrong, such as ${strange.slice(0, SHOWN).join(' ')}`);
  return faults;
}

async function importedLeadsAt(place: TryEnvironment, records: readonly ImportRecord[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, imported, updated } of records) {
    const [row] = await place.ask<{ leads: number; events: number }>(
      `SELECT (SELECT count(*)::int FROM leads WHERE import_id = $1) AS leads,
         (SELECT count(*)::int FROM lead_events WHERE import_id = $1 AND kind = 'import') AS events`,
      [id],
    );
    if (row?.leads !== imported) faults.push(`${row?.leads} leads of an import that imported ${imported}`);
    // Two rows of one batch that change the same lead make one event.
    if ((row?.events ?? 0) > updated)
      faults.push(`${row?.events} changes of leads, ${updated} rows that made one`);
  }
  return faults;
}

/** Checks that the report names exactly the expected rows, each with one or more reasons. */
async function reportsAt(
  place: TryEnvironment,
  rows: readonly ImportRow[],
  expected: Expected,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, status } of rows) {
    const [row] = await place.ask<{ error: string; duplicate: string; skipped: string; fits: boolean }>(
      `SELECT ${(['error', 'duplicate', 'skipped'] as const)
        .map(
          (outcome) =>
            `coalesce(string_agg(DISTINCT lpad(p.row_number::text, 9), ',' ORDER BY lpad(p.row_number::text, 9))
               FILTER (WHERE p.outcome = '${outcome}'), '') AS ${outcome}`,
        )
        .join(', ')},
         count(DISTINCT p.row_number) = max(i.problems)
           AND count(p.row_number) FILTER (WHERE p.outcome = 'duplicate') = max(i.duplicates) AS fits
       FROM imports i LEFT JOIN import_problems p ON p.organization_id = i.organization_id AND p.import_id = i.id
       WHERE i.id = $1`,
      [id],
    );
    if (row?.fits !== true) faults.push('the report does not fit the counters');
    if (status !== 'completed' && rows.length > 1) continue;
    for (const outcome of [
      'error',
      'skipped',
      ...(rows.length === 1 ? ['duplicate' as const] : []),
    ] as const) {
      if (row?.[outcome] !== listed(expected.reported[outcome])) faults.push(`other rows with ${outcome}`);
    }
  }
  return faults;
}

function listed(numbers: readonly number[]): string {
  return numbers.map((number) => String(number).padStart(9)).join();
}

/** Checks that the audit trail records the end of each import once. */
async function auditAt(place: TryEnvironment, attempts: number): Promise<string[]> {
  const [row] = await place.ask<{ ends: number }>(
    "SELECT count(*)::int AS ends FROM audit_logs WHERE action = 'import_leads' AND resource = $1",
    [FILENAME],
  );
  return row?.ends === attempts ? [] : [`${row?.ends} ends in the audit trail instead of ${attempts}`];
}

/** Checks that the counters, the search index and the API agree with the leads. */
async function countsAt(
  place: TryEnvironment,
  client: Client,
  organizationId: string,
  leads: number,
): Promise<string[]> {
  const owner = {
    query: async (text: string, values: unknown[]) => ({ rows: await place.ask(text, values) }),
  };
  const [counts, searches] = [
    await wrongCountsIn(owner, organizationId),
    await wrongSearchesIn(owner, organizationId),
  ];
  const dashboard = await client.get<{ totalLeads: number }>('/api/dashboard/stats');
  const list = await client.get<{ total: number }>('/api/leads?limit=1');
  const faults: string[] = [];
  if (counts.length > 0) faults.push(`${counts.length} wrong counts, such as ${JSON.stringify(counts[0])}`);
  if (searches.length > 0) faults.push(`${searches.length} leads that a search would miss or invent`);
  if (dashboard.body.totalLeads !== leads)
    faults.push(`the dashboard shows ${dashboard.body.totalLeads} leads`);
  if (list.body.total !== leads) faults.push(`the list shows ${list.body.total} leads`);
  return faults;
}

/** Checks that no lock and no job of the import is left. */
async function letGoAt(place: TryEnvironment, rows: readonly ImportRow[]): Promise<string[]> {
  const keys = rows.flatMap(({ id, organizationId }) => [`import:${id}`, `leads:${organizationId}`]);
  const left = async (): Promise<number> => {
    const [row] = await place.ask<{ left: number }>(
      `SELECT (SELECT count(*) FROM pg_locks l JOIN unnest($1::text[]) AS k (name)
           ON (l.classid::int8 << 32) | l.objid::int8 = hashtextextended(k.name, 0)
         WHERE l.locktype = 'advisory'
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))::int
         + (SELECT count(*) FROM graphile_worker.jobs WHERE key = ANY ($1::text[]))::int AS left`,
      [keys],
    );
    return row?.left ?? -1;
  };
  return (await pollUntil(LET_GO_MS, async () => (await left()) === 0)) ? [] : ['locks or jobs are left'];
}
