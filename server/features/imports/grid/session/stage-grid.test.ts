import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { csvFile, uploadFile } from '#tests/support/imports.ts';
import { scopeOf } from '../../../../platform/context/context.ts';
import { dryRunUpload } from '../../dry-run/dry-run-upload.ts';
import { plannedUpload } from '../../plan/planned-upload.ts';
import { GridStage } from './stage-grid.ts';

let app: TestApp;
let user: SignedIn;

const FIELDS = { fieldMapping: { Email: 'email', Phone: 'phone' } };

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

test('a check that ends after a later one changes nothing and leaves no rows', async () => {
  const { context } = app;
  const rows = [['Email', 'Phone'], ...[1, 2, 3].map((n) => [`a${n}@example.com`, '12'])];
  const { uploadId } = await uploadFile(user, csvFile(rows));
  const scope = scopeOf(context, user.user.organizationId);
  const plan = importPlan.parse(FIELDS);
  const { upload } = await plannedUpload(context, scope, uploadId, plan);
  let later: Awaited<ReturnType<typeof gridOf>> | undefined;
  const outcome = await dryRunUpload(scope, { ...upload, uploadId, plan }, () => undefined, {
    listen: async (source) => {
      const stage = await GridStage.begin(scope, source);
      await checkGrid(user, uploadId, FIELDS);
      await editGrid(user, uploadId, [2, 'Phone', '+447400123451']);
      later = await gridOf(user, uploadId);
      return stage;
    },
  });
  expect(outcome.ok).toBe(true);
  expect(await gridOf(user, uploadId)).toEqual(later);
  expect((await gridPage(user, uploadId)).rows.map(({ cells }) => cells[1])).toEqual([
    '+447400123451',
    '12',
    '12',
  ]);
  const { rows: stored } = await context.db.owner.query<{ generation: number; rows: number }>(
    'SELECT generation, count(*)::int AS rows FROM import_grid_rows GROUP BY 1',
  );
  expect(stored).toEqual([{ generation: 2, rows: 3 }]);
});
