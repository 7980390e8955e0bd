import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { storing } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { tellChanges } from '../../platform/events/notices.ts';
import { newId } from '../../platform/ids.ts';
import { insertLeads } from '../store/insert-leads.ts';
import { SEGMENT_LEADS } from './segment-folding-writes.ts';
import { startStatFolding } from './stat-folding.ts';

/** Leads that come at once, more than hands could write between two looks. */
const MANY = 2_000;
const PACE = { every: 50, rest: 5_000 };
/** Looks at leads that go on coming: some time, and less than they would need to rest. */
const LOOKS = 10;

let app: TestApp;
let organizationId: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  organizationId = (await signUp(app.url)).user.organizationId;
});
afterAll(() => app.close());

/** New leads, counted, which the servers are told of, as by whoever writes some. */
async function addLeads(count: number): Promise<void> {
  await storing(app.context.db.owner, organizationId, async (tx) => {
    await tx.query(
      `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
       VALUES ($1, 'all', '', gen_random_uuid(), $2, 0, 0)`,
      [organizationId, count],
    );
    await insertLeads(tx, {
      columns: ['organization_id', 'id', 'first_name', 'email'],
      source: "SELECT $1::uuid, id, 'Anna', id || '@mail.example' FROM unnest($2::uuid[]) AS id",
      values: [organizationId, Array.from({ length: count }, () => newId())],
    });
  });
  await scopeOf(app.context, organizationId).transaction((tx) => tellChanges(tx, { type: 'leads' }));
}

async function rowsIn(table: 'lead_segments' | 'lead_strings'): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0]?.n ?? -1;
}

test('leads become segments while more of them come, which are mined once all are at rest', async () => {
  const stop = startStatFolding(app.context, PACE);
  try {
    await addLeads(SEGMENT_LEADS);
    await until('there is a segment', async () => {
      await addLeads(MANY);
      return (await rowsIn('lead_segments')) > 0;
    });
    for (let look = 0; look < LOOKS; look++) {
      await wait(PACE.every);
      await addLeads(MANY);
    }
    expect(await rowsIn('lead_strings')).toBe(0);
    await until(
      'it was mined',
      async () => (await rowsIn('lead_strings')) === (await rowsIn('lead_segments')),
    );
  } finally {
    await stop();
  }
});
