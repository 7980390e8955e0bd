import { inOrder } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { WantedIdentities } from '../write/matching-reads.ts';

/** Returns the ids of the leads outside the trash that have these emails and valid phones, by email and phone. */
export async function leadsWithIdentities(
  tx: TenantTransaction,
  { emails, phones }: Pick<WantedIdentities, 'emails' | 'phones'>,
): Promise<Map<string, string>> {
  if (emails.length + phones.length === 0) return new Map();
  // Like the look-ups of an import: an order and a limit, so that the planner takes the index of the identities.
  const rows = await inOrder(tx, () =>
    tx.query<{ identity: string; id: string }>(
      `SELECT w.identity, l.id FROM unnest($2::text[]) AS w (identity) CROSS JOIN LATERAL (
         SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND email >= w.identity AND email <= w.identity
         ORDER BY email LIMIT 1) l
       UNION ALL
       SELECT w.identity, l.id FROM unnest($3::text[]) AS w (identity) CROSS JOIN LATERAL (
         SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid
           AND phone >= w.identity AND phone <= w.identity
         ORDER BY phone LIMIT 1) l`,
      [tx.organizationId, emails, phones],
    ),
  );
  return new Map(rows.map(({ identity, id }) => [identity, id]));
}
