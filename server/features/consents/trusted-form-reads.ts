import type { TrustedForm } from '#contract/trusted-form.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Settings as stored; the key is sealed. */
export interface StoredTrustedForm {
  enabled: boolean;
  sealedKey: Buffer | null;
}

export async function storedTrustedForm(tx: TenantTransaction): Promise<StoredTrustedForm> {
  const [row] = await tx.query<StoredTrustedForm>(
    'SELECT enabled, sealed_key AS "sealedKey" FROM trusted_form_settings WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row ?? { enabled: false, sealedKey: null };
}

export function shownTrustedForm({ enabled, sealedKey }: StoredTrustedForm): TrustedForm {
  return { enabled, hasKey: sealedKey !== null };
}
