import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Values that identify leads. */
export interface Identities {
  emails: readonly string[];
  /** In E.164. */
  phones: readonly string[];
}

/** A lead outside the trash with its identities; `phone` is null when it isn't valid. */
export interface Holder {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Returns the leads outside the trash that own any of these emails or valid phones. */
export function findHolders(tx: TenantTransaction, { emails, phones }: Identities): Promise<Holder[]> {
  // The UNION scans each index separately; a single OR would read the whole organization.
  return tx.query<Holder>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])
     UNION
     SELECT id, email, phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($3::text[])`,
    [tx.organizationId, emails, phones],
  );
}
