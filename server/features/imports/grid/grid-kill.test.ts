import { expect, test } from 'vitest';
import { changeGridBy, checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { csvFile, postCheck, uploadFile } from '#tests/support/imports.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { until } from '#tests/support/until.ts';

// Edits survive the server that took them; what a killed server had not finished leaves no trace.

const stage = setKillStage();
const { start } = stage;

const PLAN = { fieldMapping: { Email: 'email', Phone: 'phone' } };
const ROWS = 400;
const FILE = csvFile([
  ['Email', 'Phone'],
  ...Array.from({ length: ROWS }, (_, n) => [`lead-${n}@example.com`, n % 2 === 0 ? '12' : '']),
]);

/** Runs `work` until it waits for a table, kills the server there, and lets the table go. */
async function killWhile(server: ServerProcess, table: string, work: () => Promise<unknown>): Promise<void> {
  await stage.owner.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  work().catch(() => undefined);
  await until(`it waits for ${table}`, async () => {
    const { rowCount } = await stage.owner.query(
      `SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [table],
    );
    return (rowCount ?? 0) > 0;
  });
  await server.end('SIGKILL');
  await stage.owner.query('COMMIT');
}

test('edits and undo survive a killed server, and a change of many cells happens wholly or not at all', async () => {
  const first = await start();
  const { uploadId } = await uploadFile(first.client, FILE);
  await checkGrid(first.client, uploadId, PLAN);
  await editGrid(first.client, uploadId, [2, 'Phone', '+447400123451']);
  const before = await gridOf(first.client, uploadId);
  const body = { column: 'Phone', match: 'cell', find: '12', replacement: '' };
  await killWhile(first.server, 'import_edit_cells', () =>
    changeGridBy(first.client, uploadId, 'replace', body),
  );

  const { client } = await start();
  expect(await gridOf(client, uploadId)).toEqual(before);
  const { rows } = await gridPage(client, uploadId, { show: 'edited' });
  expect(rows).toMatchObject([{ row: 2, cells: ['lead-0@example.com', '+447400123451'] }]);
  expect(await changeGridBy(client, uploadId, 'replace', body)).toMatchObject({
    changed: ROWS / 2 - 1,
    totals: { invalidPhones: 0, validPhones: 1 },
  });
  expect((await changeGridBy(client, uploadId, 'undo')).totals).toEqual(before.totals);
  expect((await changeGridBy(client, uploadId, 'undo')).undoable).toBeNull();
});

test('a killed check begins again', async () => {
  const first = await start();
  const { uploadId } = await uploadFile(first.client, FILE);
  await killWhile(first.server, 'import_grid_rows', () =>
    postCheck(first.client, uploadId, { ...PLAN, grid: true }).then((response) => response.text()),
  );

  const { client } = await start();
  expect(await gridOf(client, uploadId)).toMatchObject({ plan: null, totals: null });
  expect(await checkGrid(client, uploadId, PLAN)).toMatchObject({ imported: ROWS, invalidPhones: ROWS / 2 });
  expect((await gridPage(client, uploadId)).total).toBe(ROWS / 2);
  const { rows } = await stage.owner.query<{ rows: number }>(
    'SELECT count(*)::int AS rows FROM import_grid_rows',
  );
  expect(rows).toEqual([{ rows: ROWS }]);
});
