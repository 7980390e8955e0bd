import type { TenantTransaction } from '../../platform/db/scope.ts';

/** What leads are known by. */
export interface Identities {
  emails: readonly string[];
  /** In E.164. */
  phones: readonly string[];
}

/** A lead outside the bin with what it is known by; `phone` is null where it is not valid. */
export interface Holder {
  id: string;
  email: string | null;
  phone: string | null;
}

/** The leads outside the bin that have any of these e-mails or valid phones. */
export function findHolders(tx: TenantTransaction, { emails, phones }: Identities): Promise<Holder[]> {
  // A scan of each index by itself: one OR over two would read the whole organization.
  return tx.query<Holder>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])
     UNION
     SELECT id, email, phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($3::text[])`,
    [tx.organizationId, emails, phones],
  );
}
