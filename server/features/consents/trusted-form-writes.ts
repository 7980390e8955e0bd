import type { TrustedForm } from '#contract/trusted-form.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Verdict } from './ask-trusted-form.ts';

export async function writeTrustedForm(
  tx: TenantTransaction,
  { enabled, sealedKey }: StoredTrustedForm,
): Promise<void> {
  await tx.query(
    `INSERT INTO trusted_form_settings (organization_id, enabled, sealed_key) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id) DO UPDATE SET enabled = excluded.enabled, sealed_key = excluded.sealed_key`,
    [tx.organizationId, enabled, sealedKey],
  );
}

/** Replaces the verification of a consent. */
export async function writeVerification(
  tx: TenantTransaction,
  { leadId, consentId, by }: { leadId: string; consentId: string; by: string },
  { outcome, reason, emailMatches, phoneMatches }: Verdict,
): Promise<void> {
  await tx.query(
    `INSERT INTO consent_verifications
       (organization_id, lead_id, consent_id, outcome, reason, email_matches, phone_matches, verified_at, verified_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (organization_id, lead_id, consent_id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
       email_matches = excluded.email_matches, phone_matches = excluded.phone_matches, verified_at = excluded.verified_at,
       verified_by_name = excluded.verified_by_name`,
    [
      tx.organizationId,
      leadId,
      consentId,
      outcome,
      reason,
      emailMatches,
      phoneMatches,
      new Date().toISOString(),
      by,
    ],
  );
}

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
