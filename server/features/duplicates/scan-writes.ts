import { announceLeads } from '../../lead/change/announce-leads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Each lead is paired with at most this many of the next newer matching leads, which keeps large groups readable. */
const MAX_NEIGHBOURS = 4;
/** Shorter numbers match by chance. */
const MIN_PHONE_DIGITS = 6;

/**
 * Returns SQL that inserts the pairs of a `members (id, key)` CTE. A pair already stored for another reason is left
 * alone.
 */
const pairsOf = (reason: string): string => `
  INSERT INTO duplicate_pairs (organization_id, a, b, reason)
  SELECT $1, a.id, b.id, '${reason}'
  FROM numbered a JOIN numbered b ON b.key = a.key AND b.place BETWEEN a.place + 1 AND a.place + ${MAX_NEIGHBOURS}
  ON CONFLICT DO NOTHING`;

const NUMBERED = `numbered AS MATERIALIZED (
  SELECT id, key, row_number() OVER (PARTITION BY key ORDER BY id) AS place FROM members)`;

// Addresses without a plus sign or dots are found through the email index; only the others are compared one by one.
const EMAIL_VARIANTS = `
  WITH variants AS MATERIALIZED (
    SELECT id, mailbox_of(email) AS key FROM leads
    WHERE organization_id = $1 AND deleted_at IS NULL
      AND (email LIKE '%+%@%' OR email LIKE '%.%@gmail.com' OR email LIKE '%@googlemail.com')
  ),
  members AS (
    SELECT id, key FROM variants
    UNION ALL
    SELECT l.id, l.email FROM (SELECT DISTINCT key FROM variants) v
    JOIN leads l ON l.organization_id = $1 AND l.deleted_at IS NULL AND l.email = v.key
  ), ${NUMBERED} ${pairsOf('email_variant')}`;

// Only invalid phones, which are stored as entered, can contain an extension.
const PHONE_EXTENSIONS = `
  WITH typed AS MATERIALIZED (
    SELECT id, digits_before_extension(phone) AS key, regexp_replace(phone, '\\D', '', 'g') AS digits FROM leads
    WHERE organization_id = $1 AND deleted_at IS NULL AND NOT number_valid AND phone IS NOT NULL
  ),
  extended AS MATERIALIZED (
    SELECT DISTINCT key FROM typed WHERE key <> digits AND length(key) >= ${MIN_PHONE_DIGITS}
  ),
  members AS (
    SELECT t.id, t.key FROM typed t JOIN extended USING (key)
    UNION ALL
    SELECT l.id, e.key FROM extended e
    JOIN leads l ON l.organization_id = $1 AND l.deleted_at IS NULL AND l.number_valid AND l.phone = '+' || e.key
  ), ${NUMBERED} ${pairsOf('phone_extension')}`;

// Hashes take a tenth of the memory that the names would.
const NAMES_AND_POSTCODES = `
  WITH keyed AS MATERIALIZED (
    SELECT id, hashtextextended(
      lower(btrim(first_name)) || e'\\n' || lower(btrim(last_name)) || e'\\n' || lower(btrim(postcode)), 0) AS key
    FROM leads
    WHERE organization_id = $1 AND deleted_at IS NULL
      AND first_name IS NOT NULL AND last_name IS NOT NULL AND postcode IS NOT NULL
  ),
  shared AS (SELECT key FROM keyed GROUP BY key HAVING count(*) > 1),
  members AS (SELECT k.id, k.key FROM keyed k JOIN shared USING (key)), ${NUMBERED} ${pairsOf('name_and_postcode')}`;

const DIGEST = `SELECT md5(coalesce(string_agg(a::text || b::text, ',' ORDER BY b, a), '')) AS digest
  FROM duplicate_pairs WHERE organization_id = $1`;

/**
 * Scans all leads of the organization for likely duplicates and replaces the stored pairs. Announces a change only if
 * the pairs differ.
 */
export async function scanDuplicates(tx: TenantTransaction): Promise<void> {
  const organization = [tx.organizationId];
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('duplicates:' || $1, 0))`, organization);
  await tx.query(`SET LOCAL work_mem = '64MB'`);
  const before = await tx.query<{ digest: string }>(DIGEST, organization);
  await tx.query('DELETE FROM duplicate_pairs WHERE organization_id = $1', organization);
  for (const found of [EMAIL_VARIANTS, PHONE_EXTENSIONS, NAMES_AND_POSTCODES])
    await tx.query(found, organization);
  await tx.query(
    `INSERT INTO duplicate_scans (organization_id, finished_at) VALUES ($1, clock_timestamp())
     ON CONFLICT (organization_id) DO UPDATE SET finished_at = excluded.finished_at`,
    organization,
  );
  const after = await tx.query<{ digest: string }>(DIGEST, organization);
  if (before[0]?.digest !== after[0]?.digest) await announceLeads(tx, { aspects: ['duplicates'], ids: [] });
}

/** Queues a background scan. PostgreSQL keeps at most one scan per organization queued. */
export async function enqueueScan(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT enqueue_duplicate_scan($1)', [tx.organizationId]);
}
