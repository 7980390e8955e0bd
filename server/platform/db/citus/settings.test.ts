import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { ON_CLUSTER } from '#tests/support/cluster.ts';
import { applySettings } from './distribute.ts';

test.runIf(ON_CLUSTER)('workers are given up in time, and the settings of an operator are kept', async () => {
  const app = await startTestApp();
  const { owner } = app.context.db.urls;
  const show = async (): Promise<Record<string, string>> => {
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    await applySettings(client);
    await client.end();
    const again = new pg.Client({ connectionString: owner });
    await again.connect();
    const { rows } = await again.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name IN ('citus.node_connection_timeout', 'citus.propagate_set_commands')",
    );
    await again.end();
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  const ours = { 'citus.node_connection_timeout': '5000', 'citus.propagate_set_commands': 'local' };
  expect(await show()).toEqual(ours);
  const name = pg.escapeIdentifier(new URL(owner).pathname.slice(1));
  await app.context.db.owner.query(`ALTER DATABASE ${name} SET citus.node_connection_timeout = '7s'`);
  expect(await show()).toEqual({ ...ours, 'citus.node_connection_timeout': '7000' });
  await app.close();
});
