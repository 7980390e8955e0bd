import type { ConsentChannel } from '#contract/consent-fields.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export async function writeRequiredConsents(
  tx: TenantTransaction,
  required: readonly ConsentChannel[],
): Promise<void> {
  await tx.query(
    `INSERT INTO consent_rules (organization_id, required) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET required = excluded.required`,
    [tx.organizationId, required],
  );
}
