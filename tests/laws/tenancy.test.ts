import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { deleteOrganization } from '#tests/support/stored-leads.ts';
import { cloneDatabase } from '#tests/support/template.ts';

// The database itself isolates organizations, whichever statement the application sends.

/** Tables that are read before the organization is known, so they aren't isolated; they hold no business data. */
const GLOBAL = [
  'api_call_windows',
  'organizations',
  'secret_key_fingerprint',
  'sessions',
  'sign_in_attempts',
  'usernames',
];

interface Table {
  name: string;
  owner: string;
  secured: boolean;
  forced: boolean;
  hasOrganization: boolean;
}

let owner: pg.Client;
let app: pg.Client;
let role: string;
let tables: Table[];
let tenantTables: string[];

beforeAll(async () => {
  const urls = await cloneDatabase(inject('databaseUrl'));
  owner = new pg.Client({ connectionString: urls.owner });
  app = new pg.Client({ connectionString: urls.app });
  await Promise.all([owner.connect(), app.connect()]);
  role = new URL(urls.app).username;
  ({ rows: tables } = await owner.query<Table>(
    `SELECT c.relname AS name, pg_get_userbyid(c.relowner) AS owner,
       c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
       EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id') AS "hasOrganization"
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
     ORDER BY c.relname`,
  ));
  tenantTables = tables.map(({ name }) => name).filter((name) => !GLOBAL.includes(name));
});

afterAll(() => Promise.all([owner.end(), app.end()]));

test('the tables are found', () => {
  expect(tenantTables).toEqual(
    expect.arrayContaining(['leads', 'imports', 'upload_chunks', 'users', 'audit_logs']),
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(GLOBAL));
});

describe('every table of an organization', () => {
  test('names the organization first', async () => {
    const { rows } = await owner.query<{ name: string; first: string; required: boolean }>(
      `SELECT c.relname AS name, a.attname AS first, a.attnotnull AS required
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace AND a.attnum = 1`,
      [tenantTables],
    );
    expect(rows).toHaveLength(tenantTables.length);
    for (const row of rows) expect(row).toEqual({ name: row.name, first: 'organization_id', required: true });
  });

  test('has row-level security, for its owner too', () => {
    const open = tables.filter(({ name }) => tenantTables.includes(name) || name === 'organizations');
    expect(open.filter(({ secured, forced }) => !secured || !forced)).toEqual([]);
  });

  test('shows and takes only rows of the organization that is set', async () => {
    const { rows } = await owner.query<{ name: string; roles: string[]; check: string; cmd: string }>(
      `SELECT tablename AS name, roles::text[] AS roles, cmd,
         regexp_replace(coalesce(with_check, qual), '\\s+', ' ', 'g') AS check
       FROM pg_policies WHERE schemaname = 'public' AND policyname = 'tenant' AND permissive = 'PERMISSIVE'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...tenantTables, 'organizations'].sort());
    for (const { name, roles, check, cmd } of rows) {
      const column = name === 'organizations' ? 'id' : 'organization_id';
      expect([name, roles, cmd]).toEqual([name, [role], 'ALL']);
      expect(check).toBe(
        `(${column} = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)`,
      );
    }
    const { rows: others } = await owner.query<{ roles: string[] }>(
      "SELECT roles::text[] AS roles FROM pg_policies WHERE schemaname = 'public' AND policyname <> 'tenant'",
    );
    // Permissive policies are combined with OR, so no other may apply to the application's role.
    for (const { roles } of others) expect(roles).not.toEqual(expect.arrayContaining([role]));
    for (const { roles } of others) expect(roles).not.toEqual(expect.arrayContaining(['public']));
  });

  test('has the organization first in its primary key and in every unique index', async () => {
    const { rows } = await owner.query<{ name: string; index: string; primary: boolean; first: string }>(
      `SELECT c.relname AS name, i.indexrelid::regclass::text AS index, i.indisprimary AS primary, a.attname AS first
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace AND i.indisunique`,
      [tenantTables],
    );
    expect(rows.filter(({ first }) => first !== 'organization_id')).toEqual([]);
    const withKey = rows.filter(({ primary }) => primary).map(({ name }) => name);
    expect(withKey.sort()).toEqual([...tenantTables].sort());
  });

  test('refers to others within the organization alone', async () => {
    const { rows } = await owner.query<{ name: string; constraint: string; first: string; target: string }>(
      `SELECT c.relname AS name, k.conname AS constraint, a.attname AS first, t.attname AS target
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attnum = k.confkey[1]
       WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(10);
    const astray = rows.filter(
      ({ first, target }) => first !== 'organization_id' || !['organization_id', 'id'].includes(target),
    );
    expect(astray).toEqual([]);
  });
});

describe('the role of the application', () => {
  test('has no power of its own', async () => {
    const { rows } = await owner.query(
      `SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
         EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) AS member
       FROM pg_roles WHERE rolname = $1`,
      [role],
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        member: false,
      },
    ]);
  });

  test('owns nothing', async () => {
    const { rows } = await owner.query(
      `SELECT (SELECT count(*) FROM pg_class WHERE pg_get_userbyid(relowner) = $1)
         + (SELECT count(*) FROM pg_proc WHERE pg_get_userbyid(proowner) = $1)
         + (SELECT count(*) FROM pg_namespace WHERE pg_get_userbyid(nspowner) = $1) AS owned`,
      [role],
    );
    expect(rows.map(({ owned }) => Number(owned))).toEqual([0]);
  });

  test.each([
    ['read the password it connects with, or any other', 'SELECT * FROM private.app_role'],
    ['create a table', 'CREATE TABLE mine (id int)'],
    ['change a table', 'ALTER TABLE leads DISABLE ROW LEVEL SECURITY'],
    ['empty a table', 'TRUNCATE leads'],
    ['touch the queue', 'SELECT * FROM graphile_worker._private_jobs'],
    ['queue a job', "SELECT graphile_worker.add_job('run_import', '{}')"],
    ['change the audit trail', "UPDATE audit_logs SET username = 'x'"],
    ['delete from the audit trail', 'DELETE FROM audit_logs'],
    ['set the time of an audit entry', 'INSERT INTO audit_logs (created_at) VALUES (now())'],
    ['move the end of a chain of the audit trail', 'UPDATE audit_chains SET sequence = 0'],
    ['change the timeline of a lead', "UPDATE lead_events SET kind = 'x'"],
    ['delete from the timeline of a lead', 'DELETE FROM lead_events'],
    ['end an erasure', "UPDATE erasures SET status = 'completed'"],
    ['begin a run of a retention rule', 'INSERT INTO retention_runs (organization_id) VALUES (NULL)'],
    ['redact the audit trail', 'INSERT INTO audit_redactions (organization_id) VALUES (NULL)'],
    ['rename an organization', "UPDATE organizations SET name = 'x'"],
    [
      'create an organization by hand',
      "INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'x')",
    ],
  ])('cannot %s', async (_case, statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot queue a job of no organization', async () => {
    const queued = app.query("SELECT enqueue_job('run_import', $1)", [randomUUID()]);
    await expect(queued).rejects.toThrow('an organization queues jobs of its own');
  });
});

/** Tables whose rows the application may change but not delete. */
const UNDELETED = [
  ...['lead_consents', 'lead_statuses', 'erasures', 'audit_redactions', 'retention_runs', 'sale_outcomes'],
];

describe('between two organizations', () => {
  const a = randomUUID();
  const b = randomUUID();
  const lead = randomUUID();

  beforeAll(async () => {
    // Two organizations with a row in every table.
    await owner.query("INSERT INTO organizations (id, name) VALUES ($1, 'a'), ($2, 'b')", [a, b]);
    for (const id of [a, b]) {
      for (const statement of FILL)
        await owner.query(statement, statement.includes('$2') ? [id, lead] : [id]);
    }
  });

  async function inOrganization<T>(id: string | null, work: () => Promise<T>): Promise<T> {
    await app.query('BEGIN');
    try {
      if (id !== null) await app.query(`SET LOCAL app.organization_id = '${id}'`);
      return await work();
    } finally {
      await app.query('ROLLBACK');
    }
  }

  async function organizationsIn(table: string): Promise<string[]> {
    const column = table === 'organizations' ? 'id' : 'organization_id';
    const { rows } = await app.query<{ organization: string }>(
      `SELECT DISTINCT ${column} AS organization FROM ${table}`,
    );
    return rows.map(({ organization }) => organization);
  }

  test('every table has a row of both, or the following proves nothing', async () => {
    for (const table of [...tenantTables, 'organizations']) {
      const column = table === 'organizations' ? 'id' : 'organization_id';
      const { rows } = await owner.query(`SELECT DISTINCT ${column} FROM ${table}`);
      expect([table, rows.length]).toEqual([table, 2]);
    }
  });

  test('without an organization nothing is to be seen', async () => {
    for (const table of [...tenantTables, 'organizations']) {
      expect([table, await organizationsIn(table)]).toEqual([table, []]);
      // A setting that was set once reverts to an empty string instead of being unset.
      await inOrganization(a, async () => undefined);
      expect([table, await inOrganization(null, () => organizationsIn(table))]).toEqual([table, []]);
    }
  });

  test('within one only its own rows are', async () => {
    for (const table of [...tenantTables, 'organizations']) {
      expect([table, await inOrganization(a, () => organizationsIn(table))]).toEqual([table, [a]]);
    }
  });

  test('no row can be written for another, moved to it, changed or deleted in it', async () => {
    for (const table of tenantTables) {
      const written = (await writtenColumns(table)).join(', ');
      const columns = `(${written}) SELECT ${written} FROM (SELECT (jsonb_populate_record(t, jsonb_build_object('organization_id', $1::text))).* FROM ${table} t LIMIT 1) r`;
      await inOrganization(a, async () => {
        await expect(app.query(`INSERT INTO ${table} ${columns}`, [b])).rejects.toMatchObject({
          code: '42501',
        });
      });
    }
    const changing = tenantTables.filter(
      (table) => !['audit_logs', 'audit_chains', 'lead_events'].includes(table),
    );
    for (const table of changing) {
      await inOrganization(a, async () => {
        await expect(app.query(`UPDATE ${table} SET organization_id = $1`, [b])).rejects.toMatchObject({
          code: '42501',
        });
      });
      await inOrganization(a, async () => {
        const deleting = app.query(`DELETE FROM ${table} WHERE organization_id = $1`, [b]);
        if (UNDELETED.includes(table)) await expect(deleting).rejects.toMatchObject({ code: '42501' });
        else expect([table, (await deleting).rowCount]).toEqual([table, 0]);
      });
    }
  });

  test('a queued job is of the organization that queues it, and of no other kind than its own', async () => {
    const id = randomUUID();
    await app.query('BEGIN');
    await app.query(`SET LOCAL app.organization_id = '${a}'`);
    await app.query("SELECT enqueue_job('run_import', $1)", [id]);
    await app.query('COMMIT');
    const { rows } = await owner.query(
      'DELETE FROM graphile_worker._private_jobs WHERE key = $1 RETURNING payload',
      [`import:${id}`],
    );
    expect(rows).toEqual([{ payload: { organizationId: a, importId: id } }]);
    const others = inOrganization(a, () =>
      app.query("SELECT enqueue_job('maintain_lead_indexes', $1)", [id]),
    );
    await expect(others).rejects.toThrow('an organization queues jobs of its own');
  });

  test('one that its keeper deletes leaves no row behind, and the other is as it was', async () => {
    const left = async (table: string): Promise<string[]> => {
      const { rows } = await owner.query<{ organization: string }>(
        `SELECT DISTINCT organization_id AS organization FROM ${table} WHERE organization_id = ANY($1)`,
        [[a, b]],
      );
      return rows.map(({ organization }) => organization);
    };
    await owner.query('BEGIN');
    try {
      // An organization with entries in the audit trail can't be deleted at all.
      for (const trail of ['audit_logs', 'audit_chains']) {
        await owner.query(`DELETE FROM ${trail} WHERE organization_id = $1`, [b]);
      }
      await deleteOrganization(owner, b);
      for (const table of tenantTables) expect([table, await left(table)]).toEqual([table, [a]]);
      for (const trail of ['audit_logs', 'audit_chains']) await owner.query(`DELETE FROM ${trail}`);
      await deleteOrganization(owner, a);
      for (const table of tenantTables) expect([table, await left(table)]).toEqual([table, []]);
    } finally {
      await owner.query('ROLLBACK');
    }
  });

  /** Returns the columns of a table that a statement may write, which excludes generated ones. */
  async function writtenColumns(table: string): Promise<string[]> {
    const { rows } = await owner.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'",
      [table],
    );
    return rows.map(({ column_name }) => column_name);
  }

  /** Statements that insert a row of organization $1 into every table; $2 is the id of its lead, import, upload and user. */
  const FILL = [
    "INSERT INTO users (organization_id, id, username, password, password_verifier) VALUES ($1, $2, 'x', 'x', 'x')",
    "INSERT INTO recovery_codes (organization_id, user_id, code_hash) VALUES ($1, $2, 'x')",
    "INSERT INTO ip_whitelist (organization_id, id, ip_address) VALUES ($1, $2, '127.0.0.1')",
    "INSERT INTO api_tokens (organization_id, id, name, token_prefix, token_hash, created_by_name) VALUES ($1, $2, 'x', 'x', 'x', 'x')",
    "INSERT INTO idempotency_keys (organization_id, token_id, key, request_hash, status, answer) VALUES ($1, $2, 'x', 'x', 200, '{}')",
    "INSERT INTO audit_logs (organization_id, id, username, action) VALUES ($1, $2, 'x', 'x')",
    "INSERT INTO audit_chains (organization_id, sequence, hash) VALUES ($1, 0, 'x')",
    "INSERT INTO audit_redactions (organization_id, entry_id, digest, content) VALUES ($1, $2, 'x', 'x')",
    `INSERT INTO erasures (organization_id, id, status, subject_hash, suppress, created_by, created_by_name)
     VALUES ($1, $2, 'completed', 'x', true, $2, 'x')`,
    "INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, $2, 'x', 'text')",
    "INSERT INTO lead_statuses (organization_id, id, key, name, color, position) VALUES ($1, $2, 'x', 'x', 'gray', 0)",
    "INSERT INTO leads (organization_id, id, email) VALUES ($1, $2, 'x')",
    "INSERT INTO lead_search (organization_id, lead_id, search_text) VALUES ($1, $2, 'x')",
    'INSERT INTO leads_to_fold (organization_id, lead_id) VALUES ($1, $2)',
    'INSERT INTO leads_to_mark (organization_id, lead_id) VALUES ($1, $2)',
    'INSERT INTO suppression_settings (organization_id) VALUES ($1)',
    "INSERT INTO suppression_lists (organization_id, id, name) VALUES ($1, $2, 'x')",
    `INSERT INTO suppressions (organization_id, id, list_id, key, kind, hint, created_by_name)
     VALUES ($1, $2, $2, $2, 'email', 'x', 'x')`,
    "INSERT INTO suppression_counts (organization_id, list_id, kind, hash, length, entries) VALUES ($1, $2, 'email', '', 0, 1)",
    "INSERT INTO suppression_filters (organization_id, part, stamp, entries, bits) VALUES ($1, 0, 0, 0, '')",
    "INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by_name) VALUES ($1, $2, $2, 'x', 'x')",
    `INSERT INTO lead_consents (organization_id, lead_id, id, channel, state, at, created_by_name)
     VALUES ($1, $2, $2, 'any', 'given', now(), 'x')`,
    `INSERT INTO consent_verifications (organization_id, lead_id, consent_id, outcome, verified_by_name)
     VALUES ($1, $2, $2, 'verified', 'x')`,
    'INSERT INTO trusted_form_settings (organization_id, enabled) VALUES ($1, false)',
    `INSERT INTO retention_rules (organization_id, id, position, name, conditions, after_days, after_of, action, grace_days, saved_by)
     VALUES ($1, 'x', 0, 'x', '[]', 1, 'created', 'trash', 0, $2)`,
    `INSERT INTO retention_runs (organization_id, id, rule_id, day, name, conditions, after_days, after_of, action, grace_days, started_by)
     VALUES ($1, $2, 'x', now(), 'x', '[]', 1, 'created', 'trash', 0, $2)`,
    "INSERT INTO consent_rules (organization_id, required) VALUES ($1, '{phone}')",
    "INSERT INTO lead_sales (organization_id, lead_id, id, customer_number, sold_by_name) VALUES ($1, $2, $2, 'x', 'x')",
    `INSERT INTO orders (organization_id, id, customer_number, name, active, conditions, priority, weight, exclusive, caps, time_zone,
       hours, duplicate_days, when_closed, auto_sell, delivery, saved_by)
     VALUES ($1, $2, 'x', 'x', true, '[]', 1, 1, true, '[]', 'UTC', '[]', 0, 'skip', false, '{"kind": "none"}', $2)`,
    `INSERT INTO sale_outcomes (organization_id, sale_id, id, lead_id, outcome, created_by_name)
     VALUES ($1, $2, $2, $2, 'accepted', 'x')`,
    "INSERT INTO source_costs (organization_id, source, cost, currency) VALUES ($1, 'x', 1, 'EUR')",
    "INSERT INTO order_offers (organization_id, id, lane, lead_ids) VALUES ($1, $2, 'single', ARRAY[$2::uuid])",
    "INSERT INTO order_secrets (organization_id, order_id, sealed) VALUES ($1, $2, 'x')",
    `INSERT INTO delivery_links (organization_id, id, order_id, customer_number, secret_hash, delivery_ids, filename, expires_at)
     VALUES ($1, $2, $2, 'x', 'x', '{}', 'x', now())`,
    'INSERT INTO delivery_queues (organization_id, order_id) VALUES ($1, $2)',
    `INSERT INTO deliveries (organization_id, id, order_id, customer_number, lead_id, sale_id) VALUES ($1, $2, $2, 'x', $2, $2)`,
    `INSERT INTO delivery_attempts (organization_id, delivery_id, number, lead_id, at, milliseconds, request, masked_request)
     VALUES ($1, $2, 1, $2, now(), 0, '{}', '{}')`,
    "INSERT INTO customers (organization_id, number) VALUES ($1, 'x')",
    "INSERT INTO customer_numbers (organization_id, key, number) VALUES ($1, 'x', 'X')",
    "INSERT INTO lead_events (organization_id, lead_id, id, kind, actor_name) VALUES ($1, $2, $2, 'x', 'x')",
    `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
     VALUES ($1, 'all', '', $2, 1, 0, 0)`,
    'INSERT INTO lead_index (organization_id, watermark) VALUES ($1, $2)',
    "INSERT INTO lead_segments (organization_id, low, leads, ids, made) VALUES ($1, $2, 0, '', $2)",
    "INSERT INTO lead_bitmaps (organization_id, dimension, value, low, bits) VALUES ($1, 'x', 'x', $2, '0')",
    "INSERT INTO lead_bit_slices (organization_id, dimension, low, slices) VALUES ($1, 'x', $2, '{0}')",
    'INSERT INTO lead_change_log (organization_id, lead_id) VALUES ($1, $2)',
    "INSERT INTO lead_sort_thresholds (organization_id, field, made, thresholds) VALUES ($1, 'x', $2, '[]')",
    `INSERT INTO lead_sort_buckets (organization_id, field, generation, low, segment_made, buckets)
     VALUES ($1, 'x', $2, $2, $2, '')`,
    `INSERT INTO bulk_operations (organization_id, id, action, selection, status, total, up_to, cursors, lows, created_by, created_by_name)
     VALUES ($1, $2, '{}', '{}', 'completed', 0, $2, '{}', '{}', $2, 'x')`,
    "INSERT INTO operation_rows (organization_id, operation_id, row_number, identifier) VALUES ($1, $2, 1, 'x')",
    `INSERT INTO duplicate_pairs (organization_id, a, b, cluster, cluster_band, probability, band, reasons, a_hash, b_hash)
     VALUES ($1, '00000000-0000-7000-8000-000000000000', $2, $2, 1, 1, 1, '[]', 0, 0)`,
    `INSERT INTO lead_merges (organization_id, id, kept_id, merged_id, kept_version, merged_version, before, undo_id)
     SELECT $1, $2, id, id, 1, 1, '{}', $2 FROM leads WHERE organization_id = $1 LIMIT 1`,
    'INSERT INTO duplicate_rules (organization_id, merge_certain) VALUES ($1, false)',
    'INSERT INTO duplicate_scans (organization_id, requested_at) VALUES ($1, now())',
    "INSERT INTO duplicate_index (organization_id, bucket, leads, counts) VALUES ($1, 0, '', '')",
    "INSERT INTO saved_views (organization_id, id, user_id, name, filter) VALUES ($1, $2, $2, 'x', '{}')",
    "INSERT INTO column_sets (organization_id, id, name, columns) VALUES ($1, $2, 'x', '{email}')",
    "INSERT INTO user_preferences (organization_id, user_id, key, value) VALUES ($1, $2, 'x', '{}')",
    `INSERT INTO dismissed_duplicates (organization_id, a, b, dismissed_by)
     VALUES ($1, '00000000-0000-7000-8000-000000000000', $2, $2)`,
    'INSERT INTO export_grants (organization_id, id, user_id, session_id, expires_at) VALUES ($1, $2, $2, $2, now())',
    "INSERT INTO uploads (organization_id, id, filename, created_by) VALUES ($1, $2, 'x', $2)",
    "INSERT INTO upload_chunks (organization_id, upload_id, n, bytes) VALUES ($1, $2, 0, 'x')",
    `INSERT INTO imports (organization_id, id, filename, status, field_mapping, plan, upload_id, columns, created_by, created_by_name)
     VALUES ($1, $2, 'x', 'completed', '{}', '{}', $2, '[]', $2, 'x')`,
    'INSERT INTO import_merges (organization_id, import_id) VALUES ($1, $2)',
    `INSERT INTO import_problems (organization_id, import_id, row_number, ordinal, outcome, code, message)
     VALUES ($1, $2, 1, 0, 'error', 'x', 'x')`,
    `INSERT INTO import_undos (organization_id, id, status, total, cursors, lows, created_by, created_by_name)
     VALUES ($1, $2, 'completed', 0, '{}', '{}', $2, 'x')`,
    "INSERT INTO import_kept_leads (organization_id, import_id, lead_id, reason) VALUES ($1, $2, $2, 'edited')",
    "INSERT INTO import_duplicates (organization_id, import_id, source, duplicates) VALUES ($1, $2, 'x', 1)",
    "INSERT INTO import_plans (organization_id, columns_key, plan) VALUES ($1, 'x', '{}')",
    `INSERT INTO import_drafts (organization_id, upload_id, plan, step, created_by, created_by_name, changed_by_name)
     VALUES ($1, $2, '{}', 'map', $2, 'x', 'x')`,
    `INSERT INTO upload_readings (organization_id, upload_id, sheet, encoding, delimiter, format, columns, preview,
       preview_numbers, total_rows, first_rows, rest_width)
     VALUES ($1, $2, 'x', '', '', '{}', '[]', '[]', '[]', 0, '[]', 0)`,
    "INSERT INTO import_answers (organization_id, target, folded) VALUES ($1, 'status', 'x')",
    `INSERT INTO import_templates (organization_id, id, name, plan, created_by, created_by_name)
     VALUES ($1, $2, 'x', '{}', $2, 'x')`,
    `INSERT INTO import_edits (organization_id, upload_id, reading, row_number, edited_by, revision)
     VALUES ($1, $2, 'x', 1, 'x', 1)`,
    'INSERT INTO import_grids (organization_id, upload_id) VALUES ($1, $2)',
    `INSERT INTO import_grid_rows (organization_id, upload_id, generation, row_number, own, outcome, phone, warned, cells, listed)
     VALUES ($1, $2, 1, 1, 0, 0, 0, false, 'x', false)`,
    "INSERT INTO import_edit_steps (organization_id, upload_id, reading, id, user_id, kind, count) VALUES ($1, $2, 'x', $2, $2, 'edit', 1)",
    `INSERT INTO import_edit_cells (organization_id, upload_id, step_id, part, rows, before, after)
     VALUES ($1, $2, $2, 0, '{}', '{}', '{}')`,
    `INSERT INTO import_stored_rows (organization_id, import_id, upload_id, first_row, last_row, rows, leads)
     VALUES ($1, $2, $2, 1, 1, '{1}', ARRAY[$2::uuid])`,
    "INSERT INTO import_chosen_rows (organization_id, import_id, rows) VALUES ($1, $2, '{}')",
    `INSERT INTO import_queue (organization_id, id, created_by, created_by_name, ip_address, filename, size, state)
     VALUES ($1, $2, $2, 'x', 'x', 'x', 0, 'uploading')`,
  ];
});
