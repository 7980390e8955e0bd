import { expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { holdBatches } from '#tests/support/held-batches.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { until } from '#tests/support/until.ts';

// Undos survive the servers that process them.

const LEADS = 40_000;

const stage = setKillStage();
const { start } = stage;

async function progress(): Promise<{ status: string; done: number }> {
  const { rows } = await stage.owner.query<{ status: string; done: number }>(
    'SELECT status, done FROM import_undos',
  );
  return rows[0] ?? { status: 'none', done: 0 };
}

async function organization(): Promise<string> {
  const { rows } = await stage.owner.query<{ id: string }>('SELECT id FROM organizations');
  return rows[0]?.id ?? '';
}

test('an undo whose server is killed in the middle is finished by the next', async () => {
  const { server, client } = await start();
  const rows = Array.from({ length: LEADS }, (_, n) => [`lead-${n}@example.com`]);
  const { importId } = await importLeads(client, csvFile([['email'], ...rows]), {
    fieldMapping: { email: 'email' },
  });
  const held = await holdBatches(stage.owner, await organization());
  const begun = await client.post<ImportRecord>(`/api/imports/${importId}/undo`);
  expect(begun.body.undo).toMatchObject({ status: 'processing', total: LEADS });
  await until('a batch is committed', async () => {
    await held.letThrough();
    return (await progress()).done > 0;
  });
  await server.end('SIGKILL');
  await held.release();
  const between = await progress();
  expect(between.status).toBe('processing');
  expect(between.done).toBeLessThan(LEADS);
  const { rows: halfWay } = await stage.owner.query(
    `SELECT (SELECT count(*)::int FROM leads WHERE deleted_at IS NOT NULL) AS gone,
       (SELECT sum(total)::int FROM lead_stats WHERE dimension = 'all') AS counted`,
  );
  expect(halfWay).toEqual([{ gone: between.done, counted: LEADS - between.done }]);

  await start();

  await until('the undo is finished', async () => (await progress()).status === 'completed');
  const { rows: tally } = await stage.owner.query(
    `SELECT u.total, u.done, u.undone, u.kept,
       (SELECT count(*)::int FROM leads WHERE deleted_at IS NOT NULL AND version = 2) AS gone,
       (SELECT count(*)::int FROM lead_events) AS events,
       (SELECT coalesce(sum(total), 0)::int FROM lead_stats WHERE dimension = 'all') AS counted,
       (SELECT count(*)::int FROM lead_search) AS searched,
       (SELECT count(*)::int FROM audit_logs WHERE action = 'undo_import') AS audited
     FROM import_undos u`,
  );
  const all = { total: LEADS, done: LEADS, undone: LEADS, kept: 0, gone: LEADS, events: LEADS };
  expect(tally).toEqual([{ ...all, counted: 0, searched: 0, audited: 1 }]);
});
