import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCrontab } from 'graphile-worker';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';
import { verifyFile } from './read-file.ts';
import { backupCrontab } from './scheduled-backup.ts';

const PASSPHRASE = 'twelve wild geese';

let folder: string;
let app: TestApp;
let ada: SignedIn;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-scheduled-'));
  writeFileSync(join(folder, 'passphrase'), PASSPHRASE);
  const backups = {
    folder: join(folder, 'backups'),
    at: ['02:00', '14:30'],
    keep: 2,
    passphraseFile: join(folder, 'passphrase'),
  };
  app = await startTestApp({ threads: true, config: { backups } });
  ada = await signUp(app.url);
});

afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Queues the job as the crontab does, and waits until it has ended. */
async function runJob(): Promise<void> {
  const { owner } = app.context.db;
  await owner.query("SELECT graphile_worker.add_job('write_scheduled_backup', max_attempts => 1)");
  await until('the job has ended', async () => {
    const { rowCount } = await owner.query(
      "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'write_scheduled_backup' AND (locked_at IS NOT NULL OR attempts < max_attempts)",
    );
    return rowCount === 0;
  });
}

const files = (): string[] => readdirSync(join(folder, 'backups')).sort();
const figure = async (name: string): Promise<number | undefined> => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
const entries = () => auditOf(app, ada.user.organizationId, 'create_backup');

test('backups are written, verified and recorded, and the oldest removed', async () => {
  expect(await figure('lead_manager_backup_last_success_timestamp_seconds')).toBe(0);
  await runJob();
  const [first = ''] = files();
  expect(first).toMatch(/^lead-manager-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/);
  const { info, tables } = await verifyFile(join(folder, 'backups', first), PASSPHRASE);
  expect(info.secretKey).toBe(app.context.secretKey().toString('base64'));
  expect(tables['users']?.rows).toBe(1);
  expect(await entries()).toEqual([{ resource: first, username: 'server', details: null }]);
  expect(await figure('lead_manager_backups_total{outcome="success"}')).toBe(1);
  const age = Date.now() / 1000 - ((await figure('lead_manager_backup_last_success_timestamp_seconds')) ?? 0);
  expect(age).toBeLessThan(600);

  const older = ['lead-manager-2020-01-01T02-00-00Z.backup', 'lead-manager-2020-01-02T02-00-00Z.backup'];
  const theirs = ['notes.txt', 'lead-manager.backup'];
  const stale = 'lead-manager-2020-01-03T02-00-00Z.backup.part';
  for (const name of [...older, ...theirs, stale]) writeFileSync(join(folder, 'backups', name), '');
  await until(
    'a second has passed',
    () => Math.floor(Date.now() / 1000) > Date.parse(info.madeAt) / 1000 + 1,
  );
  await runJob();
  const left = files();
  expect(left).toEqual(expect.arrayContaining([first, ...theirs]));
  expect(left).toHaveLength(4);
});

test('a backup that fails is logged, counted and in the audit trail', async () => {
  writeFileSync(join(folder, 'passphrase'), 'short');
  await runJob();
  expect(files()).toEqual([]);
  expect(await figure('lead_manager_backups_total{outcome="failure"}')).toBe(1);
  expect(await entries()).toMatchObject([
    { details: { reason: expect.stringMatching(/at least 12 characters$/) } },
  ]);
});

test('the crontab has each time once, and no job is there without the setting', async () => {
  const at = ['02:00', '14:30'];
  const lines = backupCrontab({ folder, at, keep: 1, passphraseFile: null });
  expect(parseCrontab(lines.join('\n')).map(({ identifier }) => identifier)).toEqual([
    'backup_2_0',
    'backup_14_30',
  ]);
  expect(backupCrontab(null)).toEqual([]);
});
