import { inOrder } from '../platform/db/planner.ts';
import type { TenantTransaction } from '../platform/db/scope.ts';

/** Emails, and valid phones in E.164. */
export interface LookedUpIdentities {
  emails: string[];
  phones: string[];
}

/** Returns the ids of the leads outside the trash that have these e-mails and valid phones, by e-mail and phone. */
export async function leadsByIdentity(
  tx: TenantTransaction,
  wanted: LookedUpIdentities,
): Promise<Map<string, string>> {
  const rows = await holdersOf<{ identity: string; id: string }>(tx, 'w.identity, l.id', wanted);
  return new Map(rows.map(({ identity, id }) => [identity, id]));
}

/** Which of these e-mails and phones a lead outside the trash has. */
export async function heldIdentities(
  tx: TenantTransaction,
  wanted: LookedUpIdentities,
): Promise<Set<string>> {
  const rows = await holdersOf<{ identity: string }>(tx, 'w.identity', wanted);
  return new Set(rows.map(({ identity }) => identity));
}

/**
 * The leads with these emails and phones: one look into the index of each. Only the right one of many indexes gives the order; after an
 * import the planner would else take the smallest, and read all leads of the organization for every row.
 */
export async function holdersOf<R extends { id: string } | { identity: string }>(
  tx: TenantTransaction,
  answer: 'l.id' | 'w.identity' | 'w.identity, l.id',
  { emails, phones }: LookedUpIdentities,
): Promise<R[]> {
  if (emails.length + phones.length === 0) return [];
  return inOrder(tx, () =>
    tx.query<R>(
      `SELECT ${answer} FROM unnest($2::text[]) AS w (identity) CROSS JOIN LATERAL (
         SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND email >= w.identity AND email <= w.identity
         ORDER BY email LIMIT 1) l
       UNION ALL
       SELECT ${answer} FROM unnest($3::text[]) AS w (identity) CROSS JOIN LATERAL (
         SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone >= w.identity AND phone <= w.identity
         ORDER BY phone LIMIT 1) l`,
      [tx.organizationId, emails, phones],
    ),
  );
}
