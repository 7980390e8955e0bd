import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_LEADS } from '#server/lead/change/announce-leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { beginOperation } from '#tests/support/at-work.ts';
import { signUp } from '#tests/support/client.ts';
import { storing, UNASKED } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from './jobs.ts';
import { maintain, SEGMENT_LEADS } from './lead/list/index/maintain.ts';
import { insertLeads } from './lead/store/store.ts';
import { scopeOf } from './platform/context/context.ts';
import { notifyChanges } from './platform/events/notices.ts';
import { newId } from './platform/ids.ts';

/** Leads that come at once, more than hands could write between two runs. */
const MANY = 2_000;

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
      admission: UNASKED,
      columns: ['organization_id', 'id', 'first_name', 'email'],
      source: "SELECT $1::uuid, id, 'Anna', id || '@mail.example' FROM unnest($2::uuid[]) AS id",
      values: [organizationId, Array.from({ length: count }, () => newId())],
    });
  });
  await scopeOf(app.context, organizationId).transaction((tx) => notifyChanges(tx, ANY_LEADS));
}

/** Segments, or those with substrings. */
async function segments(column: 'made' | 'dictionary'): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ n: number }>(
    `SELECT count(${column})::int AS n FROM lead_segments WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0]?.n ?? -1;
}

test('leads become segments while more of them come, whose substrings are indexed once all are at rest', async () => {
  const scope = scopeOf(app.context, organizationId);
  const run = () => maintain(scope, app.context.threads);
  const endOperation = await beginOperation(app.context.db.owner, organizationId);
  await addLeads(SEGMENT_LEADS);
  while ((await segments('made')) === 0) {
    await addLeads(MANY);
    expect(await run()).not.toBe('nothing');
  }
  for (let nth = 0; nth < 3; nth++) {
    await addLeads(MANY);
    expect(await run()).not.toBe('nothing');
  }
  expect(await segments('dictionary')).toBe(0);
  await endOperation();
  await until('all is done', async () => (await run()) === 'nothing');
  expect(await segments('dictionary')).toBe(await segments('made'));
});

test('the server maintains the index of an organization whose leads changed', async () => {
  const jobs = await startJobs(app.context);
  try {
    await addLeads(2 * SEGMENT_LEADS);
    const before = await segments('made');
    await until('there are more segments', async () => (await segments('made')) > before);
  } finally {
    await jobs.stop();
  }
});
