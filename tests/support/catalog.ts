import type pg from 'pg';

// Everything of a database's schema that behaviour can depend on, as text that two databases can be compared by. Names of the
// application's role and whatever belongs to extensions are left out.

const OWN = "n.nspname = 'public'";
const NO_EXTENSION = (catalog: string, alias: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = '${catalog}'::regclass AND x.objid = ${alias}.oid AND x.deptype = 'e')`;
const GRANTS = (acl: string): string =>
  `(SELECT string_agg(format('%s:%s:%s', a.grantee::regrole, a.privilege_type, a.is_grantable), ' ')
    FROM (SELECT grantee, privilege_type, is_grantable FROM aclexplode(${acl}) ORDER BY 1, 2) a)`;

const PARTS = {
  relations: `
    SELECT format('%s %s %s', c.relkind, c.relname, jsonb_build_object('options', c.reloptions, 'security', c.relrowsecurity,
      'forced', c.relforcerowsecurity, 'persistence', c.relpersistence, 'replica identity', c.relreplident,
      'toast options', (SELECT t.reloptions FROM pg_class t WHERE t.oid = c.reltoastrelid), 'owner', c.relowner::regrole, 'grants', ${GRANTS("coalesce(c.relacl, acldefault('r', c.relowner))")}))
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN} AND ${NO_EXTENSION('pg_class', 'c')}`,
  columns: `
    SELECT format('%s %s %s', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), jsonb_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull, 'identity', a.attidentity,
      'generated', a.attgenerated, 'storage', a.attstorage, 'compression', a.attcompression, 'statistics', a.attstattarget, 'collation', a.attcollation::regcollation,
      'default', pg_get_expr(d.adbin, d.adrelid), 'grants', ${GRANTS('a.attacl')}))
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE ${OWN} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'c', 'v', 'S')`,
  constraints: `
    SELECT format('%s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE ${OWN}`,
  indexes: `
    SELECT format('%s %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OWN} AND c.relkind = 'r'`,
  policies: "SELECT to_jsonb(p)::text FROM pg_policies p WHERE schemaname = 'public'",
  functions: `
    SELECT format('%s %s', pg_get_functiondef(p.oid), jsonb_build_object('owner', p.proowner::regrole, 'grants', ${GRANTS('p.proacl')}))
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${OWN} AND p.prokind <> 'a' AND ${NO_EXTENSION('pg_proc', 'p')}`,
  triggers: `
    SELECT format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OWN} AND NOT t.tgisinternal`,
  sequences: "SELECT (to_jsonb(s) - 'last_value')::text FROM pg_sequences s WHERE schemaname = 'public'",
  statistics: `
    SELECT pg_get_statisticsobjdef(s.oid) FROM pg_statistic_ext s JOIN pg_namespace n ON n.oid = s.stxnamespace WHERE ${OWN}`,
  leakproof: 'SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.proleakproof',
  extensions: 'SELECT extname::text FROM pg_extension',
  schemas: `SELECT format('%s %s', n.nspname, ${GRANTS('n.nspacl')}) FROM pg_namespace n WHERE ${OWN}`,
} as const;

/** The schema by kind of object, each a sorted list. */
export type Catalog = Record<keyof typeof PARTS, string[]>;

/** Reads the schema of a migrated database. */
export async function readCatalog(owner: pg.Client | pg.Pool): Promise<Catalog> {
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM private.app_role');
  const role = rows[0]?.name ?? '';
  const catalog: Partial<Catalog> = {};
  for (const [part, statement] of Object.entries(PARTS) as [keyof typeof PARTS, string][]) {
    const { rows: found } = await owner.query({ text: statement, rowMode: 'array' });
    catalog[part] = found.map(([line]) => String(line).replaceAll(role, 'app_role')).sort();
  }
  return catalog as Catalog;
}
