import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { DryRunResult } from '#contract/import-dry-run.ts';
import type { previewImport } from '#contract/import-preview.ts';
import { importPlan } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, type PlanFields, postImport, uploadFile } from '#tests/support/imports.ts';
import { changeStored, emptyLeads } from '#tests/support/stored-leads.ts';
import { scopeOf } from '../../../platform/context/context.ts';
import { findUpload } from '../../../platform/uploads/reads.ts';
import { runImport } from '../run-import.ts';
import { dryRunUpload } from './dry-run-upload.ts';

// For any file, plan, existing or deleted leads and batch size: the dry run and the preview predict exactly what the import
// then does, and change nothing.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(clear);

/**
 * Few distinct identities, so that rows collide with each other and with existing leads, within a batch and across
 * batches.
 */
const EMAILS = ['', ...[...'abcdefg'].map((name) => `${name}@x.example`)];
const PHONES = ['', ...[...'1234567'].map((last) => `+44740012345${last}`), '12345'];
/** Numbers of the United Kingdom where the row or the lead says so, otherwise invalid. */
const LOCAL_PHONES = ['07400 123451', '07400 123452'];

const row = fc.record({
  /** Index of the existing lead that the Lead ID names; negative for none. */
  lead: fc.integer({ min: -2, max: 6 }),
  email: fc.constantFrom(...EMAILS, 'broken'),
  phone: fc.constantFrom(...PHONES, ...LOCAL_PHONES),
  country: fc.constantFrom('', '', 'United Kingdom'),
  first: fc.constantFrom('', 'Ada', 'Bob'),
  amount: fc.constantFrom('', '', '12.50', 'much'),
  tags: fc.constantFrom('', 'vip', 'vip,hot'),
});
type DrawnRow = typeof row extends fc.Arbitrary<infer T> ? T : never;

const plan = fc.record({
  mode: fc.constantFrom('create' as const, 'update' as const, 'createOrUpdate' as const),
  matchField: fc.constantFrom('email' as const, 'phone' as const, 'id' as const),
  updatePolicy: fc.constantFrom('overwrite' as const, 'fillEmpty' as const),
  dropInvalidEmails: fc.boolean(),
});
type DrawnPlan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const batchRows = fc.integer({ min: 1, max: 6 });

test('the dry run predicts what the import then does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 6 }),
      fc.array(fc.nat({ max: 7 }), { maxLength: 3 }),
      fc.array(row, { minLength: 1, maxLength: 30 }),
      plan,
      fc.tuple(batchRows, batchRows),
      async (before, trashed, rows, rules, [checked, imported]) => {
        await clear();
        if (before.length > 0) await importThen(await uploaded(before, []), CREATE, 100);
        await trashLeads(trashed);
        await dryRunAndImport(rows, rules, checked, imported);
      },
    ),
    {
      numRuns: 30,
      endOnFailure: true,
      examples: [TAKES_NOTHING, CHANGES_TWICE, SWAPS, COMES_BACK, MADE_THEN_MATCHED, TYPED],
    },
  );
});

const CREATE: DrawnPlan = {
  mode: 'create',
  matchField: 'email',
  updatePolicy: 'overwrite',
  dropInvalidEmails: false,
};

type Example = [DrawnRow[], number[], DrawnRow[], DrawnPlan, [number, number]];

function rowOf(lead: number, email: string, phone: string): DrawnRow {
  return { lead, email, phone, country: '', first: '', amount: '', tags: '' };
}

const [P1 = '', P2 = '', P3 = ''] = PHONES.slice(1);
const A_AND_B = [rowOf(-1, 'a@x.example', P1), rowOf(-1, 'b@x.example', '')];
const BY_ID: DrawnPlan = {
  mode: 'update',
  matchField: 'id',
  updatePolicy: 'overwrite',
  dropInvalidEmails: false,
};

/** A duplicate's phone stays free for the next row. */
const TAKES_NOTHING: Example = [
  [],
  [],
  [rowOf(-1, 'a@x.example', P1), rowOf(-1, 'a@x.example', P2), rowOf(-1, 'b@x.example', P2)],
  CREATE,
  [1, 3],
];

/** A phone that a lead held only between two batches is free for another lead. */
const CHANGES_TWICE: Example = [
  A_AND_B,
  [],
  [rowOf(0, '', P2), rowOf(0, '', P3), rowOf(1, '', P2), rowOf(1, '', P3)],
  BY_ID,
  [1, 4],
];

/** A phone moves from lead to lead, and its owner blocks the other lead from taking it. */
const SWAPS: Example = [
  A_AND_B,
  [],
  [rowOf(1, '', P1), rowOf(0, '', P2), rowOf(1, '', P1), rowOf(0, '', P1)],
  BY_ID,
  [1, 2],
];

/** A row finds a lead by the email that an earlier batch assigned, and values the lead already has change nothing. */
const COMES_BACK: Example = [
  [rowOf(-1, 'a@x.example', P1)],
  [],
  [rowOf(-1, 'c@x.example', P1), rowOf(-1, 'c@x.example', P1), rowOf(-1, 'd@x.example', P1)],
  { mode: 'update', matchField: 'phone', updatePolicy: 'overwrite', dropInvalidEmails: false },
  [1, 3],
];

/** A lead that a row creates is updated by later ones, in the same batch and in another, and gives up its email. */
const MADE_THEN_MATCHED: Example = [
  [],
  [],
  [
    rowOf(-1, 'a@x.example', P1),
    rowOf(-1, 'b@x.example', P1),
    rowOf(-1, 'a@x.example', P2),
    rowOf(-1, 'b@x.example', P3),
    rowOf(-1, 'b@x.example', P2),
  ],
  { mode: 'createOrUpdate', matchField: 'phone', updatePolicy: 'overwrite', dropInvalidEmails: false },
  [1, 3],
];

/** A lead that a row creates with an invalid phone is found by its digits. */
const TYPED: Example = [
  [],
  [],
  [rowOf(-1, '', '12345'), rowOf(-1, 'a@x.example', '12345'), rowOf(-1, 'b@x.example', '12345')],
  { mode: 'createOrUpdate', matchField: 'phone', updatePolicy: 'fillEmpty', dropInvalidEmails: true },
  [1, 2],
];

async function dryRunAndImport(
  rows: readonly DrawnRow[],
  rules: DrawnPlan,
  checkedAtOnce: number,
  importedAtOnce: number,
): Promise<void> {
  const ids = (await leads()).map(({ id }) => id);
  const uploadId = await uploaded(rows, ids);
  const held = await everything();
  const isCounted = rules.mode === 'create' && !rows.some(({ phone }) => LOCAL_PHONES.includes(phone));
  const duplicatesInDatabase = isCounted ? await meetLeads(rows, rules) : undefined;
  const dryRun = await dryRunOf(uploadId, rules, checkedAtOnce);
  const previewed = await previewCounts(uploadId, rules);
  expect(await everything()).toEqual(held);
  expect(previewed).toEqual({
    new: dryRun.imported,
    update: dryRun.updated,
    duplicate: dryRun.duplicatesInFile + dryRun.duplicatesInDatabase,
    skipped: dryRun.skipped,
    error: dryRun.errors,
    warnings: dryRun.warnings,
  });

  const importId = await importThen(uploadId, rules, importedAtOnce);
  const { duplicates, ...counted } = await countersOf(importId);
  expect(dryRun).toMatchObject({
    ...counted,
    checked: counted['totalRows'],
    ...(duplicatesInDatabase !== undefined && { duplicatesInDatabase }),
  });
  expect(dryRun.duplicatesInFile + dryRun.duplicatesInDatabase).toBe(duplicates);
  const { validPhones, invalidPhones, withoutPhone } = dryRun;
  expect(validPhones + invalidPhones + withoutPhone).toBe(dryRun.imported + dryRun.updated);
  if (rules.mode !== 'create') expect(dryRun.duplicatesInFile).toBe(await duplicatesOfOwn(importId));
  else expect(await phonesOf(importId)).toEqual({ validPhones, withoutPhone });
}

function fieldsOf({ mode, matchField, updatePolicy, dropInvalidEmails }: DrawnPlan): PlanFields {
  return {
    fieldMapping: {
      ...(mode !== 'create' && matchField === 'id' && { id: 'id' }),
      ...{ email: 'email', phone: 'phone', country: 'country' },
      ...{ first: 'firstName', amount: 'depositAmount', tags: 'tags' },
    },
    importMode: mode === 'create' ? { mode } : { mode, matchField },
    options: { updatePolicy, dropInvalidEmails, countryFromPhone: false },
  };
}

async function uploaded(rows: readonly DrawnRow[], ids: readonly string[]): Promise<string> {
  const header = ['id', 'email', 'phone', 'country', 'first', 'amount', 'tags'];
  const cells = rows.map(({ lead, ...row }) => [
    ids[lead] ?? '',
    ...header.slice(1).map((name) => textOf(row, name)),
  ]);
  return (await uploadFile(user, csvFile([header, ...cells]))).uploadId;
}

function textOf(row: Record<string, string>, name: string): string {
  return row[name] ?? '';
}

async function dryRunOf(uploadId: string, rules: DrawnPlan, atOnce: number): Promise<DryRunResult> {
  const scope = scopeOf(app.context, user.user.organizationId);
  const upload = await scope.transaction((tx) => findUpload(tx, uploadId));
  if (upload === null) throw new Error('The upload is not there');
  const told: number[] = [];
  const outcome = await dryRunUpload(
    scope,
    { ...upload, uploadId, plan: importPlan.parse(fieldsOf(rules)) },
    ({ checked }) => told.push(checked),
    { batchRows: atOnce },
  );
  if (!outcome.ok) throw new Error(outcome.message);
  const { totalRows } = outcome.result;
  expect(told).toEqual(
    Array.from({ length: Math.ceil(totalRows / atOnce) }, (_, n) => Math.min(totalRows, (n + 1) * atOnce)),
  );
  return outcome.result;
}

/** Counts the outcomes of the previewed rows, which are all rows, and the warnings among those that would be stored. */
async function previewCounts(uploadId: string, rules: DrawnPlan): Promise<Record<string, number>> {
  const body = { ...fieldsOf(rules), uploadId, rows: 100 };
  const { status, body: preview } = await user.post<ReplyOf<typeof previewImport>>(
    '/api/imports/preview',
    body,
  );
  expect(status).toBe(200);
  const counts = { new: 0, update: 0, duplicate: 0, skipped: 0, error: 0, warnings: 0 };
  for (const { outcome, problems } of preview.rows) {
    counts[outcome.kind]++;
    const isStored = outcome.kind === 'new' || outcome.kind === 'update';
    if (isStored && problems.length > 0) counts.warnings++;
  }
  return counts;
}

async function importThen(uploadId: string, rules: DrawnPlan, atOnce: number): Promise<string> {
  const response = await postImport(user, uploadId, fieldsOf(rules));
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const { rows } = await app.context.db.owner.query<{ id: string }>(
    'SELECT id FROM imports ORDER BY id DESC LIMIT 1',
  );
  const importId = rows[0]?.id ?? '';
  const scope = scopeOf(app.context, user.user.organizationId);
  expect(await runImport(app.context.db.app, scope, importId, { batchRows: atOnce })).toBe('finished');
  return importId;
}

/** Returns the import's counters and the number of rows whose report holds only warnings. */
async function countersOf(importId: string): Promise<Record<string, number>> {
  const { rows } = await app.context.db.owner.query<Record<string, number>>(
    `SELECT total_rows AS "totalRows", imported, updated, skipped, errors, invalid_phones AS "invalidPhones",
       (SELECT count(*) FROM (
         SELECT FROM import_problems p
         WHERE p.organization_id = i.organization_id AND import_id = i.id GROUP BY row_number HAVING bool_and(outcome = 'warning')
       ) AS w) AS warnings, duplicates
     FROM imports i WHERE id = $1 AND status = 'completed'`,
    [importId],
  );
  return rows[0] ?? {};
}

async function phonesOf(importId: string): Promise<Record<string, number> | undefined> {
  const { rows } = await app.context.db.owner.query<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE number_valid) AS "validPhones", count(*) FILTER (WHERE phone IS NULL) AS "withoutPhone"
     FROM leads WHERE import_id = $1`,
    [importId],
  );
  return rows[0];
}

/** Counts the rows that were left out because of a lead which the import itself created. */
async function duplicatesOfOwn(importId: string): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM import_problems p JOIN leads l ON l.organization_id = p.organization_id AND l.id = p.repeats_lead
     WHERE p.import_id = $1 AND p.outcome = 'duplicate' AND l.import_id = $1`,
    [importId],
  );
  return rows[0]?.count ?? -1;
}

/** Counts the valid rows whose email or valid phone is owned by a lead outside the trash. */
async function meetLeads(rows: readonly DrawnRow[], { dropInvalidEmails }: DrawnPlan): Promise<number> {
  const held = new Set(
    (await leads())
      .filter(({ inTrash }) => !inTrash)
      .flatMap(({ email, phone, valid }) => [email, valid ? phone : null]),
  );
  const valid = rows.filter(({ email }) => email !== 'broken' || dropInvalidEmails);
  return valid.filter(({ email, phone }) => held.has(email) || held.has(phone)).length;
}

interface HeldLead {
  id: string;
  email: string | null;
  phone: string | null;
  valid: boolean;
  inTrash: boolean;
}

/** Returns all leads in creation order. */
async function leads(): Promise<HeldLead[]> {
  const { rows } = await app.context.db.owner.query<HeldLead>(
    'SELECT id, email, phone, number_valid AS valid, deleted_at IS NOT NULL AS "inTrash" FROM leads ORDER BY id',
  );
  return rows;
}

async function trashLeads(which: readonly number[]): Promise<void> {
  const all = await leads();
  const ids = which.flatMap((one) => all[one]?.id ?? []);
  await changeStored(app.context.db.owner, 'deleted_at = now()', 'id = ANY($1::uuid[])', [ids]);
}

/** Returns the content of every table except sessions, whose last-used time changes. */
async function everything(): Promise<unknown[]> {
  const { owner } = app.context.db;
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'sessions' ORDER BY 1`,
  );
  const contents = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) AS rows, md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS content FROM ${name} t`,
  );
  return (await owner.query(contents.join(' UNION ALL '))).rows;
}

async function clear(): Promise<void> {
  await emptyLeads(app.context.db.owner, 'imports', 'uploads');
}
