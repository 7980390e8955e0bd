import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DryRunResult } from '#contract/import-dry-run.ts';
import type { GridRow, GridTotals } from '#contract/import-fixing.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { changeGridBy, checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { checkUpload, csvFile, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

// Whatever two users do to a grid: every row counts once, and the outcomes and totals are those of a fresh check of the
// file as it would be with their changes.

let app: TestApp;
let users: SignedIn[];

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  const admin = await signUp(app.url);
  users = [admin, await addColleague(app, admin, 'colleague')];
});

afterAll(() => app.close());

/** Few distinct identities, so that rows collide with each other and with existing leads. The last column is never empty. */
const EMAILS = ['', 'a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'broken'];
const PHONES = ['', '+447400123451', '07400 123451', '+447400123452', '+447400123453', '12345'];
const COUNTRIES = ['', 'GB', 'DE', 'Nowhere'];
const COLUMNS = ['email', 'phone', 'country', 'amount', 'row'];
const VALUES: Record<string, readonly string[]> = {
  email: EMAILS,
  phone: PHONES,
  country: COUNTRIES,
  amount: ['', '10', '10.50', 'many'],
};
const PLAN = {
  fieldMapping: { email: 'email', phone: 'phone', country: 'country', amount: 'depositAmount' },
  options: { countryFromPhone: false },
};

const cells = fc.tuple(...COLUMNS.slice(0, 4).map((column) => fc.constantFrom(...(VALUES[column] ?? ['']))));
const cell = fc
  .constantFrom(...COLUMNS.slice(0, 4))
  .chain((column) =>
    fc.record({ column: fc.constant(column), value: fc.constantFrom(...(VALUES[column] ?? [''])) }),
  );
const place = fc.nat({ max: 99 });
const action = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    edits: fc.array(fc.tuple(place, cell), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('replace' as const),
    find: cell,
    match: fc.constantFrom('cell' as const, 'part' as const),
    to: place,
  }),
  fc.record({
    kind: fc.constant('drop' as const),
    dropped: fc.boolean(),
    rows: fc.array(place, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('dropFound' as const),
    dropped: fc.boolean(),
    text: fc.constantFrom('a@x', 'B@X.EXAMPLE', '12345', 'r1', 'r'),
  }),
  fc.record({ kind: fc.constant('check' as const) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface ModelRow {
  cells: string[];
  dropped: boolean;
}

interface ModelChange {
  row: number;
  column: number | null;
  before: string;
  after: string;
}

test('a grid equals a fresh check of the changed file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...EMAILS.slice(1, 5)), { maxLength: 2 }),
      fc.array(cells, { minLength: 1, maxLength: 16 }),
      fc.array(fc.tuple(fc.nat({ max: 1 }), action), { minLength: 1, maxLength: 6 }),
      async (known, rows, actions) => {
        const [admin] = users as [SignedIn];
        await emptyLeads(app.context.db.owner, 'imports', 'uploads');
        for (const email of new Set(known)) await admin.post('/api/leads', { email });
        const model = rows.map((row, index): ModelRow => ({ cells: [...row, `r${index}`], dropped: false }));
        const uploadId = await uploadOf(model);
        await checkGrid(admin, uploadId, PLAN);
        const steps: ModelChange[][][] = [[], []];
        for (const [who, one] of actions) {
          const totals = await apply(uploadId, who, one, model, steps[who] ?? []);
          if (totals !== null) expectEverySummed(totals);
        }
        await expectAsChecked(uploadId, model);
        await recountedAnew(uploadId);
        await expectAsChecked(uploadId, model);
        await checkGrid(admin, uploadId, PLAN);
        await expectAsChecked(uploadId, model);
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
});

async function uploadOf(model: readonly ModelRow[]): Promise<string> {
  const [admin] = users as [SignedIn];
  return (await uploadFile(admin, csvFile([COLUMNS, ...model.map((row) => row.cells)]))).uploadId;
}

/** Applies an action to the grid and to the model; returns the grid's totals after it, or null if it was refused. */
async function apply(
  uploadId: string,
  who: number,
  one: Action,
  model: ModelRow[],
  steps: ModelChange[][],
): Promise<GridTotals | null> {
  const user = users[who] as SignedIn;
  const number = (at: number): number => at % model.length;
  if (one.kind === 'check') {
    await checkGrid(user, uploadId, PLAN);
    return null;
  }
  if (one.kind === 'undo') {
    const step = steps.pop();
    if (step === undefined) return null;
    undo(model, step);
    return (await changeGridBy(user, uploadId, 'undo')).totals;
  }
  const wanted = wantedChanges(one, model, number);
  const step = write(model, wanted);
  if (step.length > 0) steps.push(step);
  if (one.kind === 'edit') {
    const edits = one.edits.map(([at, { column, value }]): [number, string, string] => [
      number(at) + 2,
      column,
      value,
    ]);
    return (await editGrid(user, uploadId, ...edits)).totals;
  }
  if (one.kind === 'dropFound') {
    const body = { dropped: one.dropped, filter: { show: 'all', text: one.text } };
    return (await changeGridBy(user, uploadId, 'drop', body)).totals;
  }
  if (one.kind === 'drop') {
    const body = { dropped: one.dropped, rows: one.rows.map((at) => number(at) + 2) };
    return (await changeGridBy(user, uploadId, 'drop', body)).totals;
  }
  const { find, match } = one;
  if (match === 'part' && find.value === '') return null;
  const body = { column: find.column, match, find: find.value, replacement: replacementOf(one) };
  return (await changeGridBy(user, uploadId, 'replace', body)).totals;
}

function replacementOf({ find: { column }, to }: Extract<Action, { kind: 'replace' }>): string {
  const values = VALUES[column] ?? [''];
  return values[to % values.length] ?? '';
}

function wantedChanges(
  one: Exclude<Action, { kind: 'undo' | 'check' }>,
  model: readonly ModelRow[],
  number: (at: number) => number,
): { row: number; column: number | null; after: string }[] {
  if (one.kind === 'dropFound') {
    const found = (cells: readonly string[]) =>
      cells.some((value) => value.toLowerCase().includes(one.text.toLowerCase()));
    return model.flatMap(({ cells: values }, row) =>
      found(values) ? [{ row, column: null, after: String(one.dropped) }] : [],
    );
  }
  if (one.kind === 'drop') {
    return one.rows.map((at) => ({ row: number(at), column: null, after: String(one.dropped) }));
  }
  if (one.kind === 'edit') {
    const last = new Map(
      one.edits.map(([at, { column, value }]) => [`${number(at)} ${column}`, { at, column, value }]),
    );
    return [...last.values()].map(({ at, column, value }) => ({
      row: number(at),
      column: COLUMNS.indexOf(column),
      after: value,
    }));
  }
  const { find, match } = one;
  if (match === 'part' && find.value === '') return [];
  const column = COLUMNS.indexOf(find.column);
  return model.flatMap(({ cells: values }, row) => {
    const value = values[column] ?? '';
    if (match === 'cell') return value === find.value ? [{ row, column, after: replacementOf(one) }] : [];
    return [{ row, column, after: value.replaceAll(find.value, () => replacementOf(one)) }];
  });
}

/** Writes changes into the model and returns those that changed something. */
function write(
  model: ModelRow[],
  changes: readonly { row: number; column: number | null; after: string }[],
): ModelChange[] {
  return changes.flatMap((change) => {
    const row = model[change.row] as ModelRow;
    const before = change.column === null ? String(row.dropped) : (row.cells[change.column] ?? '');
    if (before === change.after) return [];
    put(row, change.column, change.after);
    return [{ ...change, before }];
  });
}

/** Takes changes back where nobody has changed the cell since. */
function undo(model: ModelRow[], step: readonly ModelChange[]): void {
  for (const { row: at, column, before, after } of step) {
    const row = model[at] as ModelRow;
    const now = column === null ? String(row.dropped) : row.cells[column];
    if (now === after) put(row, column, before);
  }
}

function put(row: ModelRow, column: number | null, value: string): void {
  if (column === null) row.dropped = value === 'true';
  else row.cells[column] = value;
}

function expectEverySummed(totals: GridTotals): void {
  const { imported, updated, duplicatesInFile, duplicatesInDatabase, skipped, errors, totalRows } = totals;
  expect(imported + updated + duplicatesInFile + duplicatesInDatabase + skipped + errors).toBe(totalRows);
  expect(totals.validPhones + totals.invalidPhones + totals.withoutPhone).toBe(imported + updated);
}

/** Compares the grid with a check of a new file that contains the rows of the model, without the dropped ones. */
async function expectAsChecked(uploadId: string, model: readonly ModelRow[]): Promise<void> {
  const [admin] = users as [SignedIn];
  const grid = await gridOf(admin, uploadId);
  const kept = model.filter(({ dropped }) => !dropped);
  const dropped = model.length - kept.length;
  const fresh = await uploadOf(kept.length === 0 ? model.slice(0, 1) : kept);
  const result = kept.length === 0 ? null : await checkGrid(admin, fresh, PLAN);
  if (result !== null) {
    const {
      skipped,
      totalRows,
      checked,
      emailsToDrop: _emails,
      localPhones: _phones,
      suppressed: _suppressed,
      countrySuggestions: _countries,
      ...others
    } = result;
    expect(grid.totals).toEqual({
      ...others,
      skipped: skipped + dropped,
      totalRows: totalRows + dropped,
      checked: checked + dropped,
      dropped,
    });
    const stated = (await checkUpload(admin, uploadId, PLAN)).at(-1) as { forecast?: DryRunResult };
    expect(stated.forecast).toMatchObject(withoutDropped(grid.totals));
  }
  const { rows } = await gridPage(admin, uploadId, { show: 'all', limit: 200 });
  expect(rows.map(({ cells: values }) => values)).toEqual(model.map(({ cells: values }) => values));
  if (result === null) return;
  const expected = (await gridPage(admin, fresh, { show: 'all', limit: 200 })).rows.map(verdictOf);
  expect(rows.filter((row) => !row.dropped).map(verdictOf)).toEqual(expected);
  const openRows = (await gridPage(admin, fresh, { show: 'open' })).total;
  expect(grid.openRows).toBe(openRows);
}

function withoutDropped(totals: GridTotals | null): Partial<DryRunResult> {
  if (totals === null) throw new Error('The grid has no totals');
  const { dropped: _dropped, ...result } = totals;
  return result;
}

function verdictOf({ cells: values, outcome, problems }: GridRow): unknown[] {
  return [values.at(-1), outcome, problems.map(({ code, column }) => [code, column])];
}

/** Counts the whole grid anew, as after an edit on which very many rows depend. */
async function recountedAnew(uploadId: string): Promise<void> {
  const [admin] = users as [SignedIn];
  await app.context.db.owner.query(
    `UPDATE import_grids SET is_counted = false,
       totals = jsonb_set(totals, '{imported}', '0') WHERE upload_id = $1`,
    [uploadId],
  );
  await app.context.db.owner.query(
    'UPDATE import_grid_rows SET outcome = 0 WHERE upload_id = $1 AND own = 0 AND outcome = 2 AND row_number % 2 = 0',
    [uploadId],
  );
  await until('it is recounted', async () => (await gridOf(admin, uploadId)).isCounted);
}
