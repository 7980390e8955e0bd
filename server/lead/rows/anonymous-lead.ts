import type { StoredColumn } from '../fields.ts';

/** Phone of an anonymous lead, which needs an email or a phone; it isn't valid and no identity. */
export const ANONYMOUS_PHONE = 'erased';

/** Kept by an anonymous lead: identifies no person. */
export const KEPT_ANONYMOUS: ReadonlySet<StoredColumn> = new Set<StoredColumn>([
  'id',
  'country',
  'source',
  'brand',
  'currency',
  'deposit_amount',
  'deposit_date',
  'hlr',
  'whatsapp',
  'status',
  'tags',
  'customer_number' as StoredColumn,
  'owner_id',
]);
