import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { compactSegments } from '#tests/support/segments.ts';

// Leads of one import among those of others, with every other way of narrowing, counting, paging and selecting.

let app: TestApp;
let user: SignedIn;
/** Creates 30 leads in two countries; the two others create 10 each, before and after it. */
let importId: string;
/** Changes leads 0 to 4 of the import and 0 to 4 of the first one, and creates none. */
let updating: string;

const MAPPING = { fieldMapping: { email: 'email', country: 'country' } };

function leadsNamed(stem: string, count: number): File {
  const rows = Array.from({ length: count }, (_, n) => [
    `${stem}-${n}@x.example`,
    n % 3 === 0 ? 'France' : 'Italy',
  ]);
  return csvFile([['email', 'country'], ...rows], `${stem}.csv`);
}

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  await importLeads(user, leadsNamed('early', 10), MAPPING);
  ({ importId } = await importLeads(user, leadsNamed('mine', 30), MAPPING));
  await importLeads(user, leadsNamed('late', 10), MAPPING);
  await makeLead(user, { email: 'by-hand@x.example' });
  const changed = ['mine', 'early'].flatMap((stem) =>
    Array.from({ length: 5 }, (_, n) => [`${stem}-${n}@x.example`, 'Oslo']),
  );
  const update = { importMode: { mode: 'update', matchField: 'email' } };
  ({ importId: updating } = await importLeads(user, csvFile([['email', 'city'], ...changed]), {
    fieldMapping: { email: 'email', city: 'city' },
    ...update,
  }));
});
afterAll(() => app.close());

async function emails(query: string, client = user): Promise<{ emails: string[]; total: number }> {
  const { status, body } = await client.get<{ leads: Lead[]; total: number }>(`/api/leads?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return { emails: body.leads.map(({ email }) => email ?? ''), total: body.total };
}

const numbered = (stem: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${stem}-${to - n}@x.example`);

describe.each(['above the watermark', 'in segments'])('leads %s', (place) => {
  test('are brought there', async () => {
    if (place === 'in segments') await compactSegments(scopeOf(app.context, user.user.organizationId), 10);
  });

  test('that an import created are listed, counted and paged, newest first', async () => {
    expect(await emails(`import=${importId}&limit=100`)).toEqual({
      emails: numbered('mine', 0, 29),
      total: 30,
    });
    const page = await emails(`import=${importId}&limit=10&offset=20`);
    expect(page).toEqual({ emails: numbered('mine', 0, 9), total: 30 });
    expect(await emails(`import=${importId}&limit=10&offset=30`)).toEqual({ emails: [], total: 30 });
    const { body } = await user.get(`/api/leads?import=${importId}&limit=2&count=false`);
    expect(body).toMatchObject({ leads: [{ email: 'mine-29@x.example' }, {}], total: null });
    expect((await user.get(`/api/leads/count?import=${importId}`)).body).toEqual({ total: 30 });
  });

  test('that an import changed are listed and counted', async () => {
    const found = await emails(`import=${updating}&limit=100`);
    expect(found).toEqual({ emails: [...numbered('mine', 0, 4), ...numbered('early', 0, 4)], total: 10 });
    expect((await emails(`import=${updating}&limit=3&offset=4`)).emails).toEqual([
      'mine-0@x.example',
      'early-4@x.example',
      'early-3@x.example',
    ]);
  });

  test('are narrowed by other filters and by a search', async () => {
    expect((await emails(`import=${importId}&country=france`)).total).toBe(10);
    expect((await emails(`import=${importId}&country=italy&search=mine-1`)).emails).toEqual(
      ['19', '17', '16', '14', '13', '11', '10', '1'].map((n) => `mine-${n}@x.example`),
    );
    expect((await emails(`import=${importId}&search=late`)).total).toBe(0);
    expect((await emails(`import=${updating}&country=france`)).emails).toEqual([
      'mine-3@x.example',
      'mine-0@x.example',
      'early-3@x.example',
      'early-0@x.example',
    ]);
    expect((await emails(`import=${updating}&search=early`)).total).toBe(5);
  });
});

test('nothing is found of an import that is not there, or of another organization', async () => {
  const stranger = await signUp(app.url);
  await importLeads(stranger, leadsNamed('mine', 3), MAPPING);
  expect(await emails(`import=${importId}`, stranger)).toEqual({ emails: [], total: 0 });
  expect(await emails(`import=${updating}`, stranger)).toEqual({ emails: [], total: 0 });
  expect(await emails(`import=${randomUUID()}`)).toEqual({ emails: [], total: 0 });
  expect((await user.get('/api/leads?import=mine')).status).toBe(400);
  expect((await emails('import=&limit=1')).total).toBe(51);
});

test('leads of an import from before its ids were recorded are found', async () => {
  const { owner } = app.context.db;
  await owner.query('UPDATE imports SET first_lead = NULL, last_lead = NULL WHERE id = $1', [importId]);
  expect((await emails(`import=${importId}`)).total).toBe(30);
});

test('they are exported, changed and deleted as one selection', async () => {
  const exported = await user.send(`/api/leads/export?import=${importId}&limit=all`, {});
  const lines = (await exported.text()).trim().split('\n');
  expect(lines).toHaveLength(31);
  const tags = { type: 'addTags' as const, tags: ['mine'] };
  expect(await runBulkCall(user, { filter: { import: importId } }, tags)).toMatchObject({ changed: 30 });
  const both = { filter: { import: updating, country: 'Italy' } };
  expect(await runBulkCall(user, both, { type: 'addTags', tags: ['moved'] })).toMatchObject({ changed: 6 });
  expect((await emails('tags=mine')).total).toBe(30);

  const [first] = (await user.get<{ leads: Lead[] }>(`/api/leads?import=${importId}&limit=1`)).body.leads;
  expect((await call(user, 'DELETE', `/api/leads/${first?.id}`)).status).toBe(200);
  expect((await emails(`import=${importId}`)).total).toBe(29);
  expect(await emails(`import=${importId}&bin=true`)).toEqual({ emails: ['mine-29@x.example'], total: 1 });
});
