import type { DuplicatePair } from '#contract/duplicates.ts';
import { LEAD_COLUMNS, type SelectedLead } from '../../lead/fields.ts';
import { loadLeadNames, toLead } from '../../lead/lead-reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface PairFilter {
  reason?: DuplicatePair['reason'] | undefined;
  search?: string | undefined;
}

// Filters pairs that still hold. The scan ran earlier, so leads may have been merged, deleted, dismissed or edited
// since.
const VALID_PAIRS = `
  FROM duplicate_pairs p
  JOIN leads a ON a.organization_id = $1 AND a.id = p.a AND a.deleted_at IS NULL
  JOIN leads b ON b.organization_id = $1 AND b.id = p.b AND b.deleted_at IS NULL
  WHERE p.organization_id = $1
    AND CASE p.reason
      WHEN 'email_variant' THEN mailbox_of(a.email) = mailbox_of(b.email)
      WHEN 'phone_extension' THEN digits_before_extension(a.phone) = digits_before_extension(b.phone)
      ELSE lower(btrim(a.first_name)) = lower(btrim(b.first_name)) AND lower(btrim(a.last_name)) = lower(btrim(b.last_name))
        AND lower(btrim(a.postcode)) = lower(btrim(b.postcode))
    END
    AND NOT EXISTS (SELECT FROM dismissed_duplicates d WHERE d.organization_id = $1 AND d.a = p.a AND d.b = p.b)`;

/** Limits the pairs to a reason, `$2`, and to leads whose searched text contains `$3`. */
const CHOSEN_PAIRS = `${VALID_PAIRS}
  AND ($2::text IS NULL OR p.reason = $2)
  AND ($3::text IS NULL OR EXISTS (
    SELECT FROM lead_search s WHERE s.organization_id = $1 AND s.lead_id IN (p.a, p.b) AND strpos(s.search_text, $3) > 0
  ))`;

/** Returns one page of likely duplicate pairs, newest leads first, with the total number of pairs. */
export async function listPairs(
  tx: TenantTransaction,
  { reason, search, ...page }: PairFilter & { limit: number; offset: number },
): Promise<{ pairs: DuplicatePair[]; total: number }> {
  const chosen = [tx.organizationId, reason ?? null, search ? foldText(search) : null];
  const [count] = await tx.query<{ total: number }>(`SELECT count(*) AS total ${CHOSEN_PAIRS}`, chosen);
  const rows = await tx.query<{ a: string; b: string; reason: DuplicatePair['reason'] }>(
    `SELECT p.a, p.b, p.reason ${CHOSEN_PAIRS} ORDER BY p.b DESC, p.a DESC LIMIT $4 OFFSET $5`,
    [...chosen, page.limit, page.offset],
  );
  const leads = await leadsById(tx, [...new Set(rows.flatMap(({ a, b }) => [a, b]))]);
  const pairs = rows.flatMap(({ a: older, b: newer, reason }): DuplicatePair[] => {
    const [a, b] = [leads.get(older), leads.get(newer)];
    return a === undefined || b === undefined ? [] : [{ reason, a, b }];
  });
  return { pairs, total: count?.total ?? 0 };
}

/** Returns the age of the last complete scan in milliseconds, or null when none has run. */
export async function msSinceScan(tx: TenantTransaction): Promise<number | null> {
  const [row] = await tx.query<{ ms: number }>(
    `SELECT (extract(epoch FROM clock_timestamp() - finished_at) * 1000)::int8 AS ms FROM duplicate_scans
     WHERE organization_id = $1`,
    [tx.organizationId],
  );
  return row?.ms ?? null;
}

async function leadsById(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, DuplicatePair['a']>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<SelectedLead>(
    `SELECT ${LEAD_COLUMNS} FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  const names = await loadLeadNames(tx, rows);
  return new Map(rows.map((row) => [row.id, toLead(row, names)]));
}
