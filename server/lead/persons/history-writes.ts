import type { TenantTransaction } from '../../platform/db/scope.ts';
import { changeLeads } from '../store/store.ts';

/** Makes sales of leads forget whom they sold. */
export async function forgetPersonKeys(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE lead_sales SET email_key = NULL, phone_key = NULL WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[])`,
    [tx.organizationId, ids],
  );
}

/** Removes notes, timelines and consents of leads, as the owner. */
export async function deleteHistory(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ notes: number; events: number; consents: number }> {
  const notes = await tx.query(
    'DELETE FROM lead_notes WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) RETURNING id',
    [tx.organizationId, ids],
  );
  const events = await tx.query(
    'DELETE FROM lead_events WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) RETURNING id',
    [tx.organizationId, ids],
  );
  await tx.query(
    `DELETE FROM duplicate_pairs WHERE organization_id = $1 AND (a = ANY ($2::uuid[]) OR b = ANY ($2::uuid[]))`,
    [tx.organizationId, ids],
  );
  const consents = await tx.query(
    'DELETE FROM lead_consents WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) RETURNING id',
    [tx.organizationId, ids],
  );
  if (consents.length > 0) {
    await changeLeads(
      tx,
      {
        source: 'SELECT unnest($2::uuid[]) AS id',
        set: ['consent = NULL'],
        when: 'b.consent IS NOT NULL',
        keepsVersion: true,
      },
      [tx.organizationId, ids],
    );
  }
  return { notes: notes.length, events: events.length, consents: consents.length };
}
