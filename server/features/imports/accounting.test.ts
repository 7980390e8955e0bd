import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  type ModelLead,
  type ModelOutcome,
  type ModelPlan,
  type ModelRow,
  modelImport,
} from '#tests/support/import-model.ts';
import { csvFile, postImport } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { beginUndo, importDetail } from '#tests/support/undo.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { runImport } from './run-import.ts';
import { runUndo } from './undo/run-undo.ts';

// For any file, mode, policy, existing leads and batch size, with or without two concurrent batches: the import matches
// a plain row-by-row model and accounts for every row, and its undo restores everything.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(clear);

/** Few distinct identities, so that rows collide with each other and with existing leads. */
const EMAILS = ['', 'a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'e@x.example'];
const PHONES = ['', '+447400123451', '+447400123452', '+447400123453', '+447400123454', '12345'];

const row = fc.record({
  /** Index of the existing lead that the Lead ID names; negative for none. */
  lead: fc.integer({ min: -2, max: 6 }),
  email: fc.constantFrom(...EMAILS, 'broken'),
  phone: fc.constantFrom(...PHONES),
  first: fc.constantFrom('', 'Ada', 'Bob'),
  tags: fc.constantFrom('', 'vip', 'hot', 'vip,hot'),
});
const plan = fc.record({
  mode: fc.constantFrom('create' as const, 'update' as const, 'createOrUpdate' as const),
  matchField: fc.constantFrom('email' as const, 'phone' as const, 'id' as const),
  policy: fc.constantFrom('overwrite' as const, 'fillEmpty' as const),
});

test('an import does what a plain model does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc.array(row, { minLength: 1, maxLength: 24 }),
      plan,
      fc.integer({ min: 1, max: 6 }),
      async (before, rows, rules, batchRows) => {
        await clear();
        const create: ModelPlan = { mode: 'create', matchField: 'email', policy: 'overwrite' };
        const leads: ModelLead[] = [];
        if (before.length > 0) await runBoth(leads, before, create, 100);
        const ids = (await stored()).map(({ id }) => id);
        leads.forEach((lead, index) => {
          lead.id = ids[index] ?? null;
        });
        const held = await stored();
        const importId = await runBoth(leads, rows, rules, batchRows);
        await undoExactly(importId, held, batchRows);
      },
    ),
    { numRuns: 30, endOnFailure: true },
  );
});

/** Imports the rows with the product and with the model and compares all results. */
async function runBoth(
  leads: ModelLead[],
  drawn: readonly (Omit<ModelRow, 'id'> & { lead: number })[],
  rules: ModelPlan,
  batchRows: number,
): Promise<string> {
  const rows = drawn.map(({ lead, ...cells }) => ({ id: leads[lead]?.id ?? '', ...cells }));
  const filled = rows.filter((cells) => Object.values(cells).some((cell) => cell !== ''));
  const importId = await imported(rows, rules, batchRows);
  const model = modelImport(leads, filled, rules);
  expect(await counters(importId)).toEqual(countersOf(model.outcomes, model.invalidPhones));
  const numbers = rows.flatMap((cells, index) => (filled.includes(cells) ? [index + 2] : []));
  expect(await reports(importId)).toEqual(reportsOf(model.outcomes, numbers));
  // The model gives new leads no ids.
  const known = (await stored()).map((lead, index) =>
    leads[index]?.id == null ? { ...lead, id: null } : lead,
  );
  expect(known).toEqual(leads);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  return importId;
}

/** Undoes an import in small batches and expects the state from before. */
async function undoExactly(importId: string, before: unknown[], batch: number): Promise<void> {
  await beginUndo(user, importId);
  await runUndo(app.context.db.app, scopeOf(app.context, user.user.organizationId), importId, { batch });
  const { undo } = await importDetail(user, importId);
  expect(undo).toEqual({
    status: 'completed',
    total: undo?.undone,
    done: undo?.undone,
    undone: undo?.undone,
    kept: 0,
  });
  expect(await stored()).toEqual(before);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
}

async function imported(rows: readonly ModelRow[], rules: ModelPlan, batchRows: number): Promise<string> {
  const header = ['id', 'email', 'phone', 'first', 'tags'];
  const cells = rows.map(({ id, email, phone, first, tags }) => [id, email, phone, first, tags]);
  const response = await postImport(user, csvFile([header, ...cells]), {
    fieldMapping: {
      ...(rules.mode !== 'create' && rules.matchField === 'id' && { id: 'id' }),
      ...{ email: 'email', phone: 'phone', first: 'firstName', tags: 'tags' },
    },
    importMode:
      rules.mode === 'create' ? { mode: 'create' } : { mode: rules.mode, matchField: rules.matchField },
    options: { updatePolicy: rules.policy, countryFromPhone: false },
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const { rows: made } = await app.context.db.owner.query<{ id: string }>(
    'SELECT id FROM imports ORDER BY id DESC LIMIT 1',
  );
  const importId = made[0]?.id ?? '';
  const scope = scopeOf(app.context, user.user.organizationId);
  expect(await runImport(app.context.db.app, scope, importId, { batchRows })).toBe('finished');
  return importId;
}

async function counters(importId: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    `SELECT status, total_rows AS "totalRows", imported, updated, duplicates, skipped, errors, unprocessed,
       invalid_phones AS "invalidPhones", problems
     FROM imports WHERE id = $1`,
    [importId],
  );
  return rows[0];
}

function countersOf(outcomes: readonly ModelOutcome[], invalidPhones: number): Record<string, unknown> {
  const count = (wanted: string): number => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return {
    status: 'completed',
    totalRows: outcomes.length,
    imported: count('imported'),
    updated: count('updated'),
    duplicates: count('duplicate'),
    skipped: count('skipped'),
    errors: count('error'),
    unprocessed: 0,
    invalidPhones,
    problems: outcomes.filter(({ code, phone }) => code !== null || phone != null).length,
  };
}

async function reports(importId: string): Promise<unknown[]> {
  const { rows } = await app.context.db.owner.query(
    `SELECT row_number AS row, outcome, code FROM import_problems WHERE import_id = $1 ORDER BY row_number, ordinal`,
    [importId],
  );
  return rows;
}

function reportsOf(outcomes: readonly ModelOutcome[], numbers: readonly number[]): unknown[] {
  return outcomes.flatMap(({ outcome, code, phone }, index) => {
    const row = numbers[index];
    const warnings = phone == null ? [] : [{ row, outcome: 'warning', code: phone }];
    const reasons = code === null ? [] : [{ row, outcome, code }];
    // The cells are read from the email to the phone; what is wrong with the row as a whole comes last.
    return code === 'invalid_email' ? [...reasons, ...warnings] : [...warnings, ...reasons];
  });
}

/** Returns the leads in creation order. */
async function stored(): Promise<(ModelLead & { id: string })[]> {
  const { rows } = await app.context.db.owner.query<ModelLead & { id: string }>(
    'SELECT id, email, phone, number_valid AS valid, first_name AS first, tags FROM leads WHERE deleted_at IS NULL ORDER BY id',
  );
  return rows;
}

async function clear(): Promise<void> {
  await emptyLeads(app.context.db.owner, 'imports', 'uploads');
}
