import { inOrder } from '../../leads/id-reads.ts';
import type { TenantTransaction } from '../../security/scope.ts';
import type { StoredLead } from './stored-lead.ts';
import { STAGED_COLUMNS } from './write-batch-staging.ts';

const COLUMNS = `${STAGED_COLUMNS.join(', ')}, is_sold, version, hlr_checked_at::text, hlr_source,
  whatsapp_checked_at::text, whatsapp_source`;

/** Identities that leads are looked for by; phones are valid ones in E.164. */
export interface WantedIdentities {
  ids: string[];
  emails: string[];
  phones: string[];
}

/** The leads outside the bin that hold one of these identities, locked until the transaction ends; in order of id. */
export async function findLeads(tx: TenantTransaction, wanted: WantedIdentities): Promise<StoredLead[]> {
  const held = await holdersOf(tx, wanted);
  // All take their locks in the same order.
  const ids = [...new Set([...wanted.ids, ...held])].sort();
  return inOrder(tx, () =>
    tx.query<StoredLead>(
      `SELECT l.* FROM unnest($2::uuid[]) WITH ORDINALITY AS w (id, place) CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND id >= w.id AND id <= w.id
         ORDER BY id LIMIT 1 FOR UPDATE) l
       ORDER BY w.place`,
      [tx.organizationId, ids],
    ),
  );
}

/**
 * Ids of the leads with these e-mails and phones: one look into the index of each. Written as a range with an order and
 * a limit, since of the many indexes that begin with the organization only the right one gives that order, and sorting is
 * ruled out. Where the table was filled a moment ago the planner takes the organization for empty, the smallest index for
 * the best, and would else read all its leads again for every row: 20 ms instead of 5 µs among 13,000 leads.
 */
async function holdersOf(tx: TenantTransaction, { emails, phones }: WantedIdentities): Promise<string[]> {
  if (emails.length + phones.length === 0) return [];
  const rows = await inOrder(tx, () =>
    tx.query<{ id: string }>(
      `SELECT l.id FROM unnest($2::text[]) AS w (email) CROSS JOIN LATERAL (
         SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND email >= w.email AND email <= w.email
         ORDER BY email LIMIT 1) l
       UNION ALL
       SELECT l.id FROM unnest($3::text[]) AS w (phone) CROSS JOIN LATERAL (
         SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone >= w.phone AND phone <= w.phone
         ORDER BY phone LIMIT 1) l`,
      [tx.organizationId, emails, phones],
    ),
  );
  return rows.map(({ id }) => id);
}
