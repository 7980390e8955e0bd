import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { ImportRecord } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  addColleague,
  auditOf,
  call,
  endOfBulk,
  makeLead,
  readLeadDetail,
  runUndoCall,
} from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { undoneImport } from '#tests/support/undo.ts';
import { until } from '#tests/support/until.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { mergeImported } from './merge-imported.ts';

const RULES = '/api/duplicate-rules';
const FIELDS = ['firstName', 'lastName', 'address', 'city', 'postcode', 'email'];
const PEOPLE = ['Ana Ng', 'Leo Holt', 'Zoe Marsh', 'Ivo Kern'];

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
});

/** Returns the values of a person with the email of a site, in the order of the fields. */
function person(nth: number, site: string): string[] {
  const [firstName = '', lastName = ''] = (PEOPLE[nth] ?? '').split(' ');
  return [firstName, lastName, `${nth + 3} Elm Road`, `Town ${nth}`, `10${nth}7`, `p${nth}@${site}.example`];
}

function store(nth: number, site = 'one'): Promise<Lead> {
  return makeLead(user, Object.fromEntries(FIELDS.map((field, at) => [field, person(nth, site)[at]])));
}

async function importPeople(nths: readonly number[], by = user): Promise<string> {
  const rows = nths.map((nth) => [...person(nth, 'two'), 'new']);
  const header = [...FIELDS, 'tags'];
  const fieldMapping = Object.fromEntries(header.map((name) => [name, name]));
  return (await importLeads(by, csvFile([header, ...rows], 'people.csv'), { fieldMapping })).importId;
}

const turn = (mergeCertain: boolean, by = user) => call(by, 'PUT', RULES, { mergeCertain });
const recordOf = async (id: string) => (await user.get<ImportRecord>(`/api/imports/${id}`)).body;
const operations = async () =>
  (await user.get<BulkOperation[]>('/api/leads/bulk?kinds=mergeDuplicates')).body;

/** Waits until the merge of an import has ended. */
async function merged(importId: string) {
  await until('the import is merged', async () => {
    const { merge } = await recordOf(importId);
    return merge !== null && merge.status !== 'processing';
  });
  return (await recordOf(importId)).merge;
}

/** Compares the leads as the jobs do after an import. */
async function compared(by = user): Promise<number> {
  return (await by.get<{ total: number }>('/api/duplicates?band=certain')).body.total;
}

describe('rule to merge certain duplicates of imports', () => {
  test('off by default; users see it, and only administrators change it, for their organization', async () => {
    const colleague = await addColleague(app, user, `rules-${user.user.username}`.slice(0, 30));
    expect((await colleague.get(RULES)).body).toEqual({ mergeCertain: false });
    expect((await turn(true, colleague)).status).toBe(403);
    expect(await turn(true)).toMatchObject({ status: 200, body: { mergeCertain: true } });
    expect((await colleague.get(RULES)).body).toEqual({ mergeCertain: true });
    expect((await (await signUp(app.url)).get(RULES)).body).toEqual({ mergeCertain: false });
    await turn(true);
    const entries = await auditOf(app, user.user.organizationId, 'update_duplicate_rules');
    expect(entries.map(({ details }) => details)).toEqual([{ mergeCertain: true }]);
  });

  test.each([[{}], [{ mergeCertain: 'yes' }], [{ mergeCertain: true, band: 'likely' }], [null]])(
    'refuses %j',
    async (body) => {
      expect((await call(user, 'PUT', RULES, body)).status).toBe(400);
      expect((await user.get(RULES)).body).toEqual({ mergeCertain: false });
    },
  );
});

describe('an import', () => {
  test('without the rule merges nothing', async () => {
    await store(0);
    const id = await importPeople([0]);
    await until('the leads are compared', async () => (await compared()) === 1);
    expect((await recordOf(id)).merge).toBeNull();
    expect(await leadsOf(user)).toHaveLength(2);
    expect(await operations()).toEqual([]);
  });

  test('with the rule merges its new leads into those of the same person, as its user, and nothing else', async () => {
    const [first, , other] = [await store(0), await store(1), await store(2)];
    await store(1, 'three');
    const colleague = await addColleague(app, user, `import-${user.user.username}`.slice(0, 30));
    expect(await compared()).toBe(1);
    await turn(true);
    const id = await importPeople([0, 2, 3], colleague);
    expect(await merged(id)).toMatchObject({ status: 'completed', merged: 2, undone: false });
    const [operation] = await operations();
    expect(operation).toMatchObject({
      ...{ action: 'mergeDuplicates', detail: 'people.csv', createdBy: colleague.user.username },
      ...{ total: 2, changed: 2, refused: 0 },
    });
    const leads = await leadsOf(user);
    expect(leads).toHaveLength(5);
    expect(leads.find(({ id: lead }) => lead === first.id)?.tags).toEqual(['new']);
    expect(leads.find(({ id: lead }) => lead === other.id)?.tags).toEqual(['new']);
    expect(await compared()).toBe(1);
    const { totalRows, imported, duplicates, errors, skipped, updated } = await recordOf(id);
    expect(imported).toBe(3);
    expect(imported + updated + duplicates + skipped + errors).toBe(totalRows);
    expect(await auditOf(app, user.user.organizationId, 'merge_duplicates')).toMatchObject([
      { username: colleague.user.username, details: { importId: id, list: 'people.csv', changed: 2 } },
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('with the rule leaves to people what needs a decision', async () => {
    const lead = await store(0);
    await call(user, 'PATCH', `/api/leads/${lead.id}`, { ownerId: user.user.id });
    const owner = await addColleague(app, user, `owner-${user.user.username}`.slice(0, 30));
    await turn(true);
    const { importId } = await importLeads(user, csvFile([FIELDS, person(0, 'two')]), {
      fieldMapping: Object.fromEntries(FIELDS.map((name) => [name, name])),
      options: { owners: [owner.user.id] },
    });
    await until('nothing awaits its merge', async () => {
      const { rows } = await app.context.db.owner.query(
        'SELECT FROM import_merges WHERE organization_id = $1',
        [user.user.organizationId],
      );
      return rows.length === 0;
    });
    expect((await recordOf(importId)).merge).toBeNull();
    expect(await leadsOf(user)).toHaveLength(2);
    expect(await compared()).toBe(1);
  });

  test('with the rule turned off before the comparison merges nothing', async () => {
    const other = await startTestApp({ jobs: false });
    try {
      user = await signUp(other.url);
      await store(0);
      await turn(true);
      const scope = scopeOf(other.context, user.user.organizationId);
      const { rows } = await other.context.db.owner.query<{ id: string }>(
        `INSERT INTO imports (organization_id, id, filename, status, field_mapping, plan, upload_id, columns, created_by, created_by_name)
         VALUES ($1, gen_random_uuid(), 'x.csv', 'completed', '{}', '{}', gen_random_uuid(), '[]', $2, 'x') RETURNING id`,
        [user.user.organizationId, user.user.id],
      );
      const id = rows[0]?.id ?? '';
      await other.context.db.owner.query(
        'INSERT INTO import_merges (organization_id, import_id) VALUES ($1, $2)',
        [user.user.organizationId, id],
      );
      await turn(false);
      await scope.transaction((tx) => mergeImported(tx, id));
      expect(await operations()).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('the undo', () => {
  const rowsOf = async (ids: readonly string[]) => {
    const { rows } = await app.context.db.owner.query(
      "SELECT to_jsonb(l) - 'updated_at' AS lead FROM leads l WHERE id = ANY ($1) ORDER BY id",
      [ids],
    );
    return rows;
  };

  test('of the merge restores all leads, and of the import afterwards moves its own to the bin', async () => {
    const stored = [await store(0), await store(1)];
    for (const { id } of stored) await call(user, 'POST', `/api/leads/${id}/notes`, { text: 'a note' });
    await importPeople([3]);
    expect(await compared()).toBe(0);
    const before = await rowsOf(stored.map(({ id }) => id));
    await turn(true);
    const id = await importPeople([0, 1]);
    const merge = await merged(id);
    expect(await runUndoCall(user, merge?.operationId ?? '')).toMatchObject({ changed: 2, refused: 0 });
    expect(await rowsOf(stored.map((lead) => lead.id))).toEqual(before);
    expect((await recordOf(id)).merge).toMatchObject({ merged: 2, undone: true });
    expect(await leadsOf(user)).toHaveLength(5);
    expect(await undoneImport(user, id)).toMatchObject({ status: 'completed', undone: 2, kept: 0 });
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('of the import undoes the merge first: stored leads are as before, its own in the bin', async () => {
    const stored = [await store(0), await store(1)];
    await turn(true);
    const before = await rowsOf(stored.map(({ id }) => id));
    const id = await importPeople([0, 1, 2]);
    expect(await merged(id)).toMatchObject({ merged: 2 });
    expect(await rowsOf(stored.map((lead) => lead.id))).not.toEqual(before);
    expect(await undoneImport(user, id)).toMatchObject({
      ...{ status: 'completed', total: 3, done: 3, undone: 3, kept: 0 },
    });
    expect(await rowsOf(stored.map((lead) => lead.id))).toEqual(before);
    expect((await leadsOf(user)).map((lead) => lead.id).sort()).toEqual(stored.map((lead) => lead.id).sort());
    expect((await recordOf(id)).merge).toMatchObject({ undone: true });
    expect((await readLeadDetail(user, stored[0]?.id ?? '')).events.map(({ kind }) => kind)).toEqual([
      'unmerged',
      'merged',
      'created',
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  });

  test('of the import keeps a merge into a lead that was changed since', async () => {
    const stored = [await store(0), await store(1)];
    await turn(true);
    const id = await importPeople([0, 1]);
    await merged(id);
    await call(user, 'PATCH', `/api/leads/${stored[0]?.id}`, { city: 'Rome' });
    expect(await undoneImport(user, id)).toMatchObject({ status: 'completed', undone: 1, kept: 1 });
    expect(await readLeadDetail(user, stored[0]?.id ?? '')).toMatchObject({ city: 'Rome', tags: ['new'] });
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('of the import is refused while its leads are merged', async () => {
    await store(0);
    await turn(true);
    const id = await importPeople([0]);
    const operation = (await merged(id))?.operationId ?? '';
    const organization = user.user.organizationId;
    const setStatus = (status: string) =>
      app.context.db.owner.query(
        'UPDATE bulk_operations SET status = $3 WHERE organization_id = $1 AND id = $2',
        [organization, operation, status],
      );
    const lock = await app.context.db.owner.connect();
    await lock.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`bulk:${operation}`]);
    await setStatus('processing');
    const answer = await call(user, 'POST', `/api/imports/${id}/undo`);
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('still being merged') },
    });
    await setStatus('completed');
    await lock.query('SELECT pg_advisory_unlock_all()');
    lock.release();
    expect(await endOfBulk(user, operation)).toMatchObject({ status: 'completed' });
  });
});
