import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GridChange, GridTotals } from '#contract/import-fixing.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { changeGridBy, checkGrid, editGrid, gridOf } from '#tests/support/grids.ts';
import { type ModelLead, type ModelPlan, type ModelRow, modelImport } from '#tests/support/import-model.ts';
import { csvFile, importLeads, type PlanFields, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

// For any file, existing leads, mode, policy and edits in the grid: the grid's totals and the import of the edited upload
// equal the slow reference model, which gets the rows that are kept, with their edits.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

const COLUMNS = ['email', 'phone', 'first', 'tags'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Record<Column, string>;

/** Few distinct identities, so that rows collide with each other and with existing leads. */
const VALUES: Record<Column, readonly string[]> = {
  email: ['', 'a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'broken'],
  phone: ['', '+447400123451', '+447400123452', '+447400123453', '12345'],
  first: ['', 'Ada', 'Bob'],
  tags: ['', 'vip', 'vip,hot'],
};

const cells = fc.record({
  email: fc.constantFrom(...VALUES.email),
  phone: fc.constantFrom(...VALUES.phone),
  first: fc.constantFrom(...VALUES.first),
  tags: fc.constantFrom(...VALUES.tags),
});
const cell = fc
  .constantFrom(...COLUMNS)
  .chain((column) =>
    fc.record({ column: fc.constant(column), value: fc.constantFrom(...VALUES[column]), to: fc.nat() }),
  );
const place = fc.nat({ max: 99 });
const action = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), at: place, cell }),
  fc.record({ kind: fc.constant('replace' as const), cell }),
  fc.record({ kind: fc.constant('drop' as const), at: place, dropped: fc.boolean() }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const plans = fc.record({
  mode: fc.constantFrom('create' as const, 'update' as const, 'createOrUpdate' as const),
  matchField: fc.constant('email' as const),
  policy: fc.constantFrom('overwrite' as const, 'fillEmpty' as const),
});
const CREATE: ModelPlan = { mode: 'create', matchField: 'email', policy: 'overwrite' };

interface EditedRow {
  cells: Cells;
  dropped: boolean;
}

test('the totals of an edited grid and its import equal a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { maxLength: 5 }),
      fc.array(cells, { minLength: 1, maxLength: 12 }),
      plans,
      fc.array(action, { minLength: 1, maxLength: 6 }),
      async (before, drawn, rules, actions) => {
        await emptyLeads(app.context.db.owner, 'imports', 'uploads');
        const leads: ModelLead[] = [];
        if (before.length > 0) {
          modelImport(leads, before.map(modelRow), CREATE);
          await importLeads(user, fileOfRows(before), planOf(CREATE));
        }
        const { uploadId } = await uploadFile(user, fileOfRows(drawn));
        await checkGrid(user, uploadId, planOf(rules));
        const rows = await applyAll(
          uploadId,
          drawn.map((row) => ({ cells: row, dropped: false })),
          actions,
        );
        await expectAsModelled(uploadId, rows, leads, rules);
      },
    ),
    { numRuns: 30, endOnFailure: true },
  );
});

async function expectAsModelled(
  uploadId: string,
  rows: readonly EditedRow[],
  leads: ModelLead[],
  rules: ModelPlan,
): Promise<void> {
  const kept = rows.filter(({ dropped }) => !dropped).map((row) => modelRow(row.cells));
  const { outcomes, invalidPhones } = modelImport(leads, kept, rules);
  const count = (wanted: string): number => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const expected = {
    totalRows: rows.length,
    imported: count('imported'),
    updated: count('updated'),
    duplicates: count('duplicate'),
    skipped: count('skipped') + rows.length - kept.length,
    errors: count('error'),
    invalidPhones,
  };
  // Edits of an update leave the grid uncounted until its rows are checked again, which begins when somebody looks.
  const totals = await until('the grid is counted', async () => {
    const grid = await gridOf(user, uploadId);
    return grid.isCounted ? grid.totals : null;
  });
  const { duplicatesInFile, duplicatesInDatabase, ...others } = totals;
  expect({ ...others, duplicates: duplicatesInFile + duplicatesInDatabase }).toMatchObject(expected);
  const { stats } = await importLeads(user, uploadId, planOf(rules));
  expect(stats).toEqual({ ...expected, suppressed: 0 });
  expect(await stored()).toEqual(leads);
}

/** Applies actions to the grid and returns the rows as they are afterwards. */
async function applyAll(
  uploadId: string,
  first: readonly EditedRow[],
  actions: readonly Action[],
): Promise<readonly EditedRow[]> {
  const states = [first];
  for (const one of actions) {
    const now = states.at(-1) ?? first;
    if (one.kind === 'undo') {
      if (states.length === 1) continue;
      states.pop();
      expectEverySummed((await changeGridBy(user, uploadId, 'undo')).totals);
      continue;
    }
    const next = changedRows(now, one);
    if (JSON.stringify(next) !== JSON.stringify(now)) states.push(next);
    expectEverySummed((await send(uploadId, one, now.length)).totals);
  }
  return states.at(-1) ?? first;
}

/** Expects that every row counts once, also while outcomes of an update are not settled. */
function expectEverySummed(totals: GridTotals): void {
  const { imported, updated, duplicatesInFile, duplicatesInDatabase, skipped, errors, totalRows } = totals;
  expect(imported + updated + duplicatesInFile + duplicatesInDatabase + skipped + errors).toBe(totalRows);
}

function changedRows(rows: readonly EditedRow[], one: Exclude<Action, { kind: 'undo' }>): EditedRow[] {
  return rows.map((row, index) => {
    if (one.kind === 'replace') {
      const { column, value } = one.cell;
      if (row.cells[column] !== value) return row;
      return { ...row, cells: { ...row.cells, [column]: replacementOf(one.cell) } };
    }
    if (index !== one.at % rows.length) return row;
    if (one.kind === 'drop') return { ...row, dropped: one.dropped };
    return { ...row, cells: { ...row.cells, [one.cell.column]: one.cell.value } };
  });
}

async function send(
  uploadId: string,
  one: Exclude<Action, { kind: 'undo' }>,
  count: number,
): Promise<GridChange> {
  if (one.kind === 'replace') {
    const { column, value } = one.cell;
    const body = { column, match: 'cell', find: value, replacement: replacementOf(one.cell) };
    return changeGridBy(user, uploadId, 'replace', body);
  }
  const row = (one.at % count) + 2;
  if (one.kind === 'edit') return editGrid(user, uploadId, [row, one.cell.column, one.cell.value]);
  return changeGridBy(user, uploadId, 'drop', { dropped: one.dropped, rows: [row] });
}

function replacementOf({ column, to }: { column: Column; to: number }): string {
  return VALUES[column][to % VALUES[column].length] ?? '';
}

/** Makes a file whose last column is never empty, so that no row of it is blank. */
function fileOfRows(rows: readonly Cells[]): File {
  const records = rows.map((row, index) => [...COLUMNS.map((column) => row[column]), `r${index}`]);
  return csvFile([[...COLUMNS, 'row'], ...records]);
}

function modelRow(row: Cells): ModelRow {
  return { id: '', ...row };
}

function planOf({ mode, matchField, policy }: ModelPlan): PlanFields {
  return {
    fieldMapping: { email: 'email', phone: 'phone', first: 'firstName', tags: 'tags' },
    importMode: mode === 'create' ? { mode } : { mode, matchField },
    options: { updatePolicy: policy, countryFromPhone: false },
  };
}

/** Returns the leads in creation order, without ids, which the model doesn't give. */
async function stored(): Promise<ModelLead[]> {
  const { rows } = await app.context.db.owner.query<ModelLead>(
    `SELECT NULL AS id, email, phone, number_valid AS valid, first_name AS first, tags
     FROM leads WHERE deleted_at IS NULL ORDER BY leads.id`,
  );
  return rows;
}
