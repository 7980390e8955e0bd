import { STORED_COLUMNS } from '../../../lead/fields.ts';
import { holdersOf, type LookedUpIdentities } from '../../../lead/identity-reads.ts';
import { holdersOfDigits } from '../../../lead/phones/lead-number-reads.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import { inOrder } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

const COLUMNS = `${STORED_COLUMNS.join(', ')}, is_sold, import_id, version, hlr_checked_at::text, hlr_source,
  whatsapp_checked_at::text, whatsapp_source`;

/** Phones are valid ones in E.164. */
export interface WantedIdentities extends LookedUpIdentities {
  ids: string[];
  /** Digits of phones that may be held as typed. */
  digits?: string[];
}

/** Leads outside the trash with one of these identities, by id; locked unless they are only looked at. */
export async function findLeads(
  tx: TenantTransaction,
  wanted: WantedIdentities,
  { locked = true } = {},
): Promise<StoredLead[]> {
  const held = (await holdersOf<{ id: string }>(tx, 'l.id', wanted)).map(({ id }) => id);
  // All take their locks in the same order.
  const typed = [...(await holdersOfDigits(tx, wanted.digits ?? [])).values()].flat().map(({ id }) => id);
  const ids = [...new Set([...wanted.ids, ...held, ...typed])].sort();
  return inOrder(tx, () =>
    tx.query<StoredLead>(
      `SELECT l.* FROM unnest($2::uuid[]) WITH ORDINALITY AS w (id, place) CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND id >= w.id AND id <= w.id
         ORDER BY id LIMIT 1 ${locked ? 'FOR UPDATE' : ''}) l
       ORDER BY w.place`,
      [tx.organizationId, ids],
    ),
  );
}

export interface RowIdentities {
  email: string | null;
  phone: string | null;
}

/** Lead that holds an identity of the row at `place`, from 0. */
export interface IdentityHolder {
  place: number;
  id: string;
  field: 'email' | 'phone';
  isOwn: boolean;
}

/** Leads outside the trash that keep rows from becoming leads: by email if that is held, else by phone. */
export async function holdersOfRows(
  tx: TenantTransaction,
  importId: string,
  rows: readonly RowIdentities[],
): Promise<IdentityHolder[]> {
  if (rows.length === 0) return [];
  return inOrder(tx, () =>
    tx.query<IdentityHolder>(
      `SELECT w.place::int - 1 AS place, h.id, h.field, coalesce(h.import_id = $2, false) AS "isOwn"
       FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS w (email, phone, place) CROSS JOIN LATERAL (
         (SELECT id, import_id, 'email' AS field FROM leads
          WHERE organization_id = $1 AND deleted_at IS NULL AND email >= w.email AND email <= w.email
          ORDER BY email LIMIT 1)
         UNION ALL
         (SELECT id, import_id, 'phone' AS field FROM leads
          WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone >= w.phone AND phone <= w.phone
          ORDER BY phone LIMIT 1)
         LIMIT 1) h`,
      [tx.organizationId, importId, rows.map(({ email }) => email), rows.map(({ phone }) => phone)],
    ),
  );
}
