import pg from 'pg';
import type { AppRole } from './app-role.ts';
import { inTransaction } from './apply-migration.ts';
import { sqlState } from './transaction.ts';

// Dumps restored without roles lose policies and grants, which the migrations define.

/** Tables that lack policies or grants of role $1. */
const LOST = `
  SELECT c.relname AS name
  FROM pg_class c JOIN pg_roles app ON app.rolname = $1
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
    AND (c.relname = 'organizations'
      OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id'))
    AND NOT (
      has_any_column_privilege(app.oid, c.oid, 'SELECT')
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant' AND p.polroles = ARRAY[app.oid])
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'owner' AND p.polroles = ARRAY[c.relowner])
    )`;

/** Undefined table, function, column or object. */
const NOT_THERE = /^(?:42P01|42883|42703|42704)$/;

const LEAKPROOF = /^do \$\$[^$]*\bleakproof\b[^$]*\$\$;/m;
const ISOLATION = /^create (procedure enable_tenant_isolation\([\s\S]*?^\$\$;)/m;
const POLICY = /^create policy [^;]*;/gm;
const RIGHT =
  /^(grant|revoke)\s+([^;]+?)\s+on\s+((?:schema|function|procedure|routine)\s+)?([^;]+?)\s+(to|from)\s+([^;]+);/gm;
const DEFINER =
  /^create (?:or replace )?(?:function|procedure) (\w+)(?:(?!^create )[\s\S])*?\bsecurity definer\b/gm;

/** @param texts the baseline and applied migrations, with the role's name inserted */
export async function restoreRights(
  client: pg.Client,
  role: AppRole,
  [baseline = '', ...numbered]: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(LOST, [role.name]);
  if (rows.length === 0) return;
  await inTransaction(client, async () => {
    await client.query(LEAKPROOF.exec(baseline)?.[0] ?? '');
    await actAsOwner(client);
    await restorePolicies(
      client,
      rows.map(({ name }) => name),
      baseline,
    );
    for (const [, name] of baseline.matchAll(DEFINER)) {
      // As the baseline does for all functions.
      await whereThere(client, `REVOKE EXECUTE ON ROUTINE ${name} FROM PUBLIC`);
      await whereThere(client, `GRANT EXECUTE ON ROUTINE ${name} TO ${pg.escapeIdentifier(role.name)}`);
    }
    for (const text of [baseline, ...numbered]) await repeatRights(client, text);
  });
}

/** The connection's role may be only a member of the owner. */
async function actAsOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    "SELECT relowner::regrole::text AS owner FROM pg_class WHERE oid = 'public.organizations'::regclass",
  );
  await client.query(`SET LOCAL ROLE ${rows[0]?.owner ?? 'none'}`);
}

async function restorePolicies(
  client: pg.Client,
  tables: readonly string[],
  baseline: string,
): Promise<void> {
  for (const table of tables) {
    for (const policy of ['tenant', 'owner'])
      await client.query(`DROP POLICY IF EXISTS ${policy} ON ${table}`);
  }
  // The role's name may have changed.
  await client.query(`CREATE OR REPLACE ${ISOLATION.exec(baseline)?.[1] ?? ''}`);
  await client.query('CALL enable_tenant_isolation($1)', [
    tables.filter((table) => table !== 'organizations'),
  ]);
  if (!tables.includes('organizations')) return;
  for (const [statement] of baseline.matchAll(POLICY)) await client.query(statement);
}

async function repeatRights(client: pg.Client, text: string): Promise<void> {
  for (const [, verb, privileges, kind = '', objects = '', direction, role] of text.matchAll(RIGHT)) {
    for (const object of objects.split(/,(?![^(]*\))/)) {
      await whereThere(client, `${verb} ${privileges} on ${kind}${object.trim()} ${direction} ${role}`);
    }
  }
}

async function whereThere(client: pg.Client, statement: string): Promise<void> {
  await client.query('SAVEPOINT repeated');
  await client.query(statement).catch(async (error: unknown) => {
    if (!NOT_THERE.test(sqlState(error))) throw error;
    await client.query('ROLLBACK TO SAVEPOINT repeated');
  });
  await client.query('RELEASE SAVEPOINT repeated');
}
