import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  accounted,
  checkUpload,
  csvFile,
  importLeads,
  leadsOf,
  type PlanFields,
  postImport,
  uploadFile,
} from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { importDetail, undoneImport } from '#tests/support/undo.ts';

// Rows that match a lead update it, the others create one.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const HEAD = ['email', 'phone', 'city'];
const MAPPING = { email: 'email', phone: 'phone', city: 'city' };

function planBy(matchField: string, options: Record<string, unknown> = {}): PlanFields {
  return { fieldMapping: MAPPING, importMode: { mode: 'createOrUpdate', matchField }, options };
}

function existing(...rows: string[][]): Promise<unknown> {
  return importLeads(user, csvFile([HEAD, ...rows]), { fieldMapping: MAPPING });
}

/** Returns email, phone and city of all leads, oldest first. */
async function stored(): Promise<(string | null)[][]> {
  return (await leadsOf(user)).map(({ email, phone, city }) => [email, phone, city]);
}

/** Checks a file, imports it, and expects both to agree. */
async function checkedAndImported(rows: string[][], plan: PlanFields) {
  const { uploadId } = await uploadFile(user, csvFile(rows));
  const last = (await checkUpload(user, uploadId, plan)).at(-1);
  if (last?.type !== 'complete') throw new Error(`The check ended with ${JSON.stringify(last)}`);
  const done = await importLeads(user, uploadId, plan);
  const { forecast } = last;
  const { imported, updated, skipped, errors, invalidPhones, duplicates } = done.stats;
  expect(forecast).toMatchObject({ imported, updated, skipped, errors, invalidPhones });
  expect(forecast.duplicatesInFile + forecast.duplicatesInDatabase).toBe(duplicates);
  expect(accounted(done.stats)).toBe(done.stats.totalRows);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  return { ...done, forecast };
}

test('rows that match update their lead, the others become leads', async () => {
  await existing(['ada@example.com', '+447400123451', 'London'], ['bob@example.com', '', 'Rome']);
  const { stats, importId } = await checkedAndImported(
    [
      HEAD,
      ['ada@example.com', '', 'Paris'],
      ['new@example.com', '+447400123452', 'Oslo'],
      ['bob@example.com', '', 'Rome'],
      ['other@example.com', '+447400123451', 'Bonn'],
      ['', '+447400123453', 'Lima'],
      ['broken', '', ''],
      ['', '', 'Nowhere'],
      ['bob@example.com', '+447400123451', ''],
    ],
    planBy('email'),
  );
  expect(stats).toMatchObject({ imported: 2, updated: 1, duplicates: 1, skipped: 1, errors: 3 });
  expect(await stored()).toEqual([
    ['ada@example.com', '+447400123451', 'Paris'],
    ['bob@example.com', null, 'Rome'],
    ['new@example.com', '+447400123452', 'Oslo'],
    [null, '+447400123453', 'Lima'],
  ]);
  const [ada] = await leadsOf(user);
  const { firstProblems } = await importDetail(user, importId);
  expect(firstProblems.map(({ row, outcome, repeatsLead }) => [row, outcome, repeatsLead])).toEqual([
    [7, 'error', null],
    [8, 'error', null],
    [9, 'error', null],
    [5, 'duplicate', ada?.id],
    [4, 'skipped', null],
  ]);
  const audited = await auditOf(app, user.user.organizationId, 'import_leads');
  expect(audited.at(-1)?.details).toMatchObject({
    imported: 2,
    updated: 1,
    duplicates: 1,
    skipped: 1,
    errors: 3,
  });
});

test('a row that repeats one which became a lead updates that lead', async () => {
  const { stats, forecast } = await checkedAndImported(
    [
      HEAD,
      ['ada@example.com', '', 'London'],
      ['ada@example.com', '+447400123451', ''],
      ['bob@example.com', '+447400123451', ''],
      ['ada@example.com', '', 'London'],
    ],
    planBy('email'),
  );
  expect(stats).toMatchObject({ imported: 1, updated: 1, duplicates: 1, skipped: 1 });
  expect(forecast).toMatchObject({ duplicatesInFile: 1, duplicatesInDatabase: 0 });
  expect(await stored()).toEqual([['ada@example.com', '+447400123451', 'London']]);
});

test('an invalid phone never replaces a valid one, and filling only fills', async () => {
  await existing(['ada@example.com', '+447400123451', '']);
  const { stats } = await checkedAndImported(
    [HEAD, ['ada@example.com', '12', 'Paris'], ['ada@example.com', '', 'Rome'], ['b@example.com', '12', '']],
    planBy('email', { updatePolicy: 'fillEmpty' }),
  );
  expect(stats).toMatchObject({ imported: 1, updated: 1, skipped: 1, invalidPhones: 1 });
  expect(await stored()).toEqual([
    ['ada@example.com', '+447400123451', 'Paris'],
    ['b@example.com', '12', null],
  ]);
});

test('leads are matched by phone in any spelling, those of this file among them', async () => {
  await existing(['ada@example.com', '+447400123451', '']);
  const { stats } = await checkedAndImported(
    [
      HEAD,
      ['', '07400 123451', 'Leeds'],
      ['bob@example.com', '07400 123452', ''],
      ['', '+44 7400 123452', 'York'],
    ],
    planBy('phone', { defaultCountry: 'GB' }),
  );
  expect(stats).toMatchObject({ imported: 1, updated: 2 });
  expect(await stored()).toEqual([
    ['ada@example.com', '+447400123451', 'Leeds'],
    ['bob@example.com', '+447400123452', 'York'],
  ]);
});

test('by Lead ID, rows without one become leads, and an unknown one is skipped', async () => {
  await existing(['ada@example.com', '', '']);
  const [ada] = await leadsOf(user);
  const { stats } = await checkedAndImported(
    [
      ['id', ...HEAD],
      [ada?.id ?? '', '', '', 'Paris'],
      ['', 'bob@example.com', '', 'Rome'],
      ['0199c0de-0000-7000-8000-000000000001', 'c@example.com', '', 'Bonn'],
      ['', 'ada@example.com', '', 'Oslo'],
    ],
    { ...planBy('id'), fieldMapping: { ...MAPPING, id: 'id' } },
  );
  expect(stats).toMatchObject({ imported: 1, updated: 1, skipped: 1, duplicates: 1 });
});

test('only rows that become leads need the required custom fields', async () => {
  await existing(['ada@example.com', '', '']);
  const field = await user.post('/api/custom-fields', { name: 'Tier', type: 'text', required: true });
  expect(field.status).toBe(201);
  const { stats } = await checkedAndImported(
    [
      [...HEAD, 'tier'],
      ['ada@example.com', '', 'Paris', ''],
      ['b@example.com', '', '', ''],
      ['c@example.com', '', '', 'gold'],
    ],
    { ...planBy('email'), fieldMapping: { ...MAPPING, tier: 'custom:Tier' } },
  );
  expect(stats).toMatchObject({ imported: 1, updated: 1, errors: 1 });
});

describe('the undo', () => {
  test('puts created leads into the bin and updated ones back', async () => {
    await existing(['ada@example.com', '+447400123451', 'London']);
    const before = await stored();
    const { importId } = await checkedAndImported(
      [
        HEAD,
        // The new lead takes the phone that the updated one gives up.
        ['ada@example.com', '+447400123459', 'Paris'],
        ['bob@example.com', '+447400123451', 'Rome'],
        ['bob@example.com', '', 'Oslo'],
      ],
      planBy('email'),
    );
    expect(await undoneImport(user, importId)).toMatchObject({
      status: 'completed',
      total: 2,
      undone: 2,
      kept: 0,
    });
    expect(await stored()).toEqual(before);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('keeps what others changed since', async () => {
    await existing(['ada@example.com', '', 'London']);
    const { importId } = await checkedAndImported(
      [
        HEAD,
        ['ada@example.com', '', 'Paris'],
        ['bob@example.com', '', 'Rome'],
        ['c@example.com', '', 'Bonn'],
      ],
      planBy('email'),
    );
    const [ada, bob] = await leadsOf(user);
    for (const lead of [ada, bob]) {
      const response = await user.send(`/api/leads/${lead?.id}`, {
        method: 'PATCH',
        body: JSON.stringify({ city: 'Lima' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(200);
    }
    expect(await undoneImport(user, importId)).toMatchObject({ total: 3, undone: 1, kept: 2 });
    const { firstKept } = await importDetail(user, importId);
    expect(new Set(firstKept.map(({ leadId, reason }) => `${leadId} ${reason}`))).toEqual(
      new Set([`${ada?.id} edited`, `${bob?.id} edited`]),
    );
  });
});

test.each([
  [{ mode: 'createOrUpdate' }, 'importMode.matchField'],
  [{ mode: 'createOrUpdate', matchField: 'city' }, 'importMode.matchField'],
])('%j is refused', async (importMode, field) => {
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ['a@example.com', '', '']]));
  const response = await postImport(user, uploadId, { fieldMapping: MAPPING, importMode });
  expect([response.status, await response.json()]).toMatchObject([400, { field }]);
});

test('a match field without a column is refused', async () => {
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ['a@example.com', '', '']]));
  const plan = { ...planBy('phone'), fieldMapping: { email: 'email' } };
  expect((await postImport(user, uploadId, plan)).status).toBe(400);
});
