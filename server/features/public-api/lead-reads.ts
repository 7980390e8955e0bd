import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface Identities {
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
}

/** Outside the trash; `phone` is null unless valid. */
export interface Holder {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Finds owners of emails or valid phones outside the trash. */
export function findHolders(tx: TenantTransaction, { emails, phones }: Identities): Promise<Holder[]> {
  // UNION uses each index; OR would read the whole organization.
  return tx.query<Holder>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])
     UNION
     SELECT id, email, phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($3::text[])`,
    [tx.organizationId, emails, phones],
  );
}
