import type { TestApp } from '#tests/support/app.ts';

/** Returns a digest of the rows of each table of organizations, apart from accounts, sessions, allow-lists and indexes. */
export async function storedRows({ context: { db } }: TestApp): Promise<unknown> {
  const { rows: tables } = await db.owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND c.relname NOT IN ('users', 'usernames', 'sessions', 'ip_whitelist', 'audit_chains')
       AND c.relname !~ '^lead_(values|bitmaps|bit_slices|segments|index|sort|substring|order)|^duplicate_(index|pairs|scans)'
     ORDER BY 1`,
  );
  const digests = tables.map(({ name }) => {
    // Entries are sealed, and the use of a token is noted, some time after their calls.
    const row = `to_jsonb(t) - '{sequence,previous_hash,hash,last_used_at}'::text[]`;
    return `SELECT '${name}' AS name, md5(string_agg((${row})::text, '|' ORDER BY (${row})::text)) AS digest FROM ${name} t`;
  });
  return (await db.owner.query(digests.join(' UNION ALL '))).rows;
}
