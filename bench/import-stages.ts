// Shows where the time of an import goes: runs each stage alone, one after the other in one process, beside
// COPY of the same leads. In the product the stages overlap and two batches are written at a time. Argument:
// rows.

import type { Row } from '#packages/tabular/tabular.ts';
import { bytesSource, inspect, openTable } from '#packages/tabular/tabular.ts';
import { createMapper } from '#server/features/imports/mapping/map-row.ts';
import { createLeads } from '#server/features/imports/write/create-batch.ts';
import { type CreateBatch, CreateBatchBuilder } from '#server/features/imports/write/prepare-create.ts';
import { autoMap } from '#server/lead/mapping/auto-map.ts';
import { createStyleInference, inferableColumns } from '#server/lead/values/column-types.ts';
import type { MappedRow } from '#server/lead/values/draft.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { newId } from '#server/platform/ids.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { timeCopy } from './support/copy-leads.ts';
import { print, secondsSince } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { machineLine } from './support/machine.ts';
import { timeStatements } from './support/statement-times.ts';

const rows = Number(process.argv[2] ?? 100_000);
const BATCH_ROWS = 5_000;
const FILE = { filename: 'leads.csv' };

function report(stage: string, seconds: number): void {
  print(`${stage.padEnd(36)}${((seconds / rows) * 1e6).toFixed(1).padStart(8)} µs a row`);
}

async function timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  report(stage, secondsSince(started));
  return result;
}

/** Runs the stages that need no database. The first round only warms up the JIT. */
async function prepare(): Promise<CreateBatch[]> {
  const source = bytesSource(Buffer.from([...leadCsv(rows)].join('')));
  const { columns } = await timed('inspect (part of the upload)', () => inspect(source, FILE));
  const table = await openTable(source, { ...FILE, columns });
  const read: Row[] = [];
  await timed('decode', async () => {
    for await (const batch of table.batches()) read.push(...batch);
  });
  const { mapping } = autoMap(columns, []);
  const inference = createStyleInference(columns, inferableColumns(mapping, []));
  await timed('column types', () => inference.observe(read));
  const options = { defaultCountry: null, countryFromPhone: true };
  const plan = { columns, mapping, customFields: [], options, manualTags: [] };
  const map = createMapper({ ...plan, mode: 'create', columnTypes: inference.result() });
  const mapped: MappedRow[] = await timed('map and validate', () => read.map(map));
  return timed('sort and encode', () => {
    const batches: CreateBatch[] = [];
    const builder = new CreateBatchBuilder(rows);
    for (const row of mapped) {
      builder.add(row);
      if (builder.size === BATCH_ROWS) batches.push(builder.take());
    }
    return [...batches, builder.take()];
  });
}

print(`${machineLine()}\n${rows} rows`);
await prepare();
print('\nonce more, warm:');
const batches = await prepare();
const database = await startBenchDatabase();
try {
  const written = await database.another('stages');
  const pool = openPool(written.appUrl, 1, () => undefined);
  const times = timeStatements(pool);
  const organization = newId();
  await written.owner.query('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organization, 'Stages']);
  const scope = organizationScope(pool, organization);
  const importId = newId();
  await timed('all that is written, one writer', async () => {
    for (const batch of batches) {
      await scope.transaction(async (tx) =>
        (
          await createLeads(tx, importId, batch, {
            expectsKnown: false,
            committed: async () => undefined,
            actor: { id: null, username: 'bench' },
          })
        ).leadCounts.write(tx),
      );
    }
  });
  for (const [statement, seconds] of times) report(`  ${statement}`, seconds);
  await pool.end();
  const copied = await timeCopy(written.owner, (await database.another('copied')).owner);
  report('COPY of the same leads', copied.seconds);
} finally {
  await database.stop();
}
