// Times a backup of an organization of 1,000,000 leads and its restore into an empty database, encrypted and verified, and compares
// the checksums of all tables. Argument: leads.
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyFile } from '#server/features/backup/read-file.ts';
import { restoreInstallation, sealAndVerify } from '#server/features/backup/restore-installation.ts';
import { writeBackup } from '#server/features/backup/write-file.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { print, secondsSince } from './support/importing.ts';
import { machineLine } from './support/machine.ts';
import { seedOrganizations } from './support/seed-leads.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const PASSPHRASE = 'twelve wild geese';

const database = await startBenchDatabase();
const pool = openPool(database.url, 2, () => undefined);
try {
  print(`${machineLine()}\n${leads} leads`);
  const { rows } = await database.owner.query<{ id: string }>(
    "INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Default Organization') RETURNING id",
  );
  await seedOrganizations(database.owner, [{ id: rows[0]?.id ?? '', leads }]);

  const path = join(database.folder, 'leads.backup');
  const options = {
    organization: null,
    passphrase: PASSPHRASE,
    secretKey: randomBytes(32),
    product: 'bench',
  };
  const { seconds } = await writeBackup(pool, path, options);
  const { size } = await stat(path);
  print(`backup: ${seconds.toFixed(1)} s, ${Math.round(size / 1024 ** 2)} MiB`);

  const target = await database.another('restored');
  const started = performance.now();
  const source = { path, passphrase: PASSPHRASE, ...(await verifyFile(path, PASSPHRASE)) };
  print(`file read again: ${secondsSince(started).toFixed(1)} s`);
  await restoreInstallation(source, { ownerUrl: target.url, preparedAppUrl: null });
  const chains = await sealAndVerify(target.url);
  print(`restore: ${secondsSince(started).toFixed(1)} s, checksums equal, ${chains.length} chain verified`);
} finally {
  await pool.end();
  await database.stop();
}
