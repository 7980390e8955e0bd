import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { runAdmin } from '#tests/support/admin.ts';
import { startTestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { ON_CLUSTER } from '#tests/support/cluster.ts';
import { lookLikeCoordinator } from '#tests/support/coordinator.ts';
import { startServer } from '#tests/support/server-process.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { until } from '#tests/support/until.ts';
import { NO_BACKUP_OF_CLUSTER, NO_SCHEDULE_ON_CLUSTER } from '../../platform/db/citus/refuse-backups.ts';

// A Citus cluster, or on plain PostgreSQL a database with the catalogs of one.

const SECRET_KEY = Buffer.alloc(32, 1).toString('base64');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-cluster-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function coordinator(): Promise<string> {
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  await lookLikeCoordinator(owner);
  return owner;
}

test('a backup is refused in one line, and nothing is written', async () => {
  const DATABASE_URL = await coordinator();
  const backup = await runAdmin(['backup', join(folder, 'leads.backup')], { DATABASE_URL, SECRET_KEY });
  expect(backup).toEqual({ code: 1, out: '', err: `${NO_BACKUP_OF_CLUSTER}\n` });
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(ON_CLUSTER)('a restore is refused, of all organizations and of one', async () => {
  const { owner: source } = await cloneDatabase(inject('databaseUrl'));
  const app = await startTestApp();
  const ada = await signUp(app.url);
  const whole = join(folder, 'whole');
  const one = join(folder, 'one');
  const used = app.context.db.urls.owner;
  const settings = { DATABASE_URL: used, SECRET_KEY };
  const { organizationId } = ada.user;
  expect((await runAdmin(['backup', whole], settings)).code).toBe(0);
  expect((await runAdmin(['backup', one, '--organization', organizationId], settings)).code).toBe(0);
  await lookLikeCoordinator(source);
  await lookLikeCoordinator(used);
  for (const [file, DATABASE_URL] of [
    [whole, source],
    [one, used],
  ] as const) {
    const restored = await runAdmin(['restore', file], { DATABASE_URL, SECRET_KEY, DATA_DIR: folder });
    expect([restored.code, restored.err]).toEqual([
      1,
      'The database is a Citus cluster: restore into one PostgreSQL; workers can be added to it afterwards\n',
    ]);
  }
  await app.close();
});

test('a server with BACKUP_FOLDER refuses to start, and check-config says so', async () => {
  const settings = { DATABASE_URL: await coordinator(), SECRET_KEY, BACKUP_FOLDER: folder };
  const checked = await runAdmin(['check-config'], settings);
  expect(checked.code).toBe(1);
  expect(checked.out.split('\n')).toContain(`FAIL  ${NO_SCHEDULE_ON_CLUSTER}`);
  const server = startServer(settings);
  expect(await server.ended).toBe(1);
  expect([server.output(), server.errors()]).toEqual(['', `${NO_SCHEDULE_ON_CLUSTER}\n`]);
  const { BACKUP_FOLDER: _, ...without } = settings;
  expect((await runAdmin(['check-config'], without)).out).not.toContain('Citus');
});

test('a scheduled backup fails with the reason where the database became a cluster while the server ran', async () => {
  const backups = { folder: join(folder, 'backups'), at: ['02:00'], keep: 2, passphraseFile: null };
  const app = await startTestApp({ threads: true, config: { backups } });
  const ada = await signUp(app.url);
  await lookLikeCoordinator(app.context.db.urls.owner);
  await app.context.db.owner.query(
    "SELECT graphile_worker.add_job('write_scheduled_backup', max_attempts => 1)",
  );
  await until('the failure is in the audit trail', async () => {
    const entries = await auditOf(app, ada.user.organizationId, 'create_backup');
    return entries.some(({ details }) => details?.['reason'] === NO_BACKUP_OF_CLUSTER);
  });
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toContain('lead_manager_backups_total{outcome="failure"} 1');
  expect(existsSync(backups.folder) ? readdirSync(backups.folder) : []).toEqual([]);
  await app.close();
});
