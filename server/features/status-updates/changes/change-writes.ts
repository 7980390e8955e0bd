import { eventChanges, eventColumns } from '../../../lead/operations/event-changes.ts';
import {
  MANUAL_ENTRY,
  type MarkSoldUpdate,
  type StatusUpdateWork,
} from '../../../lead/operations/status-update.ts';
import type { ColumnChanges } from '../../../lead/rows/lead-row.ts';
import { insertSales, SOLD_SOURCE } from '../../../lead/sales/sale-writes.ts';
import { changeLeads } from '../../../lead/store/store.ts';
import { INSERTED } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';

/** Who and what an event of a list's lead tells of. */
type Teller = Pick<StatusUpdateWork, 'id' | 'createdBy' | 'createdByName'>;

const TOLD = 'organization_id, lead_id, id, kind, changes, operation_id, actor_id, actor_name, version';

/** Sets a status of locked leads, checked now by the list's name (`manual` for a typed one). Events keep what an undo needs. */
export async function writeStatuses(
  tx: TenantTransaction,
  work: Teller & Pick<StatusUpdateWork, 'detail'>,
  column: 'hlr' | 'whatsapp',
  leads: readonly { id: string; status: string }[],
): Promise<void> {
  if (leads.length === 0) return;
  const checks = [`${column}_checked_at`, `${column}_source`];
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS p (id, event_id, status)',
      set: [`${column} = p.status`, `${column}_checked_at = now()`, `${column}_source = $8`],
      returning: ['p.event_id', ...eventColumns([column, ...checks])],
      result: `INSERT INTO lead_events (${TOLD})
        SELECT $1, id, event_id, 'bulk',
          ${eventChanges(checks)} || CASE WHEN was_${column}_recorded IS DISTINCT FROM ${column}_recorded
            THEN ${eventChanges([column])} ELSE '{}' END, $5::uuid, $6::uuid, $7, version FROM changed ${INSERTED}`,
    },
    [
      tx.organizationId,
      leads.map(({ id }) => id),
      leads.map(() => newId()),
      leads.map(({ status }) => status),
      work.id,
      work.createdBy,
      work.createdByName,
      work.detail === MANUAL_ENTRY ? 'manual' : work.detail,
    ],
  );
}

const SOLD_COLUMNS = ['is_sold', 'customer_number'];

/** Sells leads that the transaction has locked and found to be unsold. */
export async function writeSales(
  tx: TenantTransaction,
  work: Teller,
  { customerNumber, price, currency }: MarkSoldUpdate,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS p (id, event_id)',
      set: ['is_sold = true', 'customer_number = $7'],
      returning: ['p.event_id', ...eventColumns(SOLD_COLUMNS), SOLD_SOURCE],
      also: [insertSales({ customerNumber: '$7', by: '$5', name: '$6', price: '$8', currency: '$9' })],
      result: `INSERT INTO lead_events (${TOLD})
        SELECT $1, id, event_id, 'sold', ${eventChanges(SOLD_COLUMNS)}, $4::uuid, $5::uuid, $6, version FROM changed ${INSERTED}`,
    },
    [
      tx.organizationId,
      ids,
      ids.map(() => newId()),
      work.id,
      work.createdBy,
      work.createdByName,
      customerNumber,
      price ?? null,
      currency ?? null,
    ],
  );
}

/** A lead's phone before and after. */
export interface PhoneWrite {
  id: string;
  before: { phone: string | null; numberValid: boolean };
  after: { phone: string | null; numberValid: boolean };
}

/** Gives locked leads other phones. All let go of theirs before any takes a new one: the unique index looks at each row as it comes. */
export async function writePhones(
  tx: TenantTransaction,
  work: Teller,
  kind: 'bulk' | 'undo',
  leads: readonly PhoneWrite[],
): Promise<void> {
  if (leads.length === 0) return;
  const taken = new Set(leads.map(({ after }) => after.phone));
  const givers = leads.filter(({ before }) => before.numberValid && taken.has(before.phone));
  if (givers.length > 0) {
    await changeLeads(
      tx,
      { source: 'SELECT unnest($2::uuid[]) AS id', set: ['number_valid = false'], keepsVersion: true },
      [tx.organizationId, givers.map(({ id }) => id)],
    );
  }
  await changeLeads(
    tx,
    {
      source: `SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::boolean[], $6::jsonb[])
        AS p (id, event_id, phone, number_valid, changes)`,
      set: ['phone = p.phone', 'number_valid = p.number_valid'],
      returning: ['p.event_id', 'p.changes'],
      result: `INSERT INTO lead_events (${TOLD})
        SELECT $1, id, event_id, $10, changes, $7::uuid, $8::uuid, $9, version FROM changed ${INSERTED}`,
    },
    [
      tx.organizationId,
      leads.map(({ id }) => id),
      leads.map(() => newId()),
      leads.map(({ after }) => after.phone),
      leads.map(({ after }) => after.numberValid),
      leads.map((lead) => JSON.stringify(phoneChanges(lead))),
      work.id,
      work.createdBy,
      work.createdByName,
      kind,
    ],
  );
}

function phoneChanges({ before, after }: PhoneWrite): ColumnChanges {
  return {
    phone: [before.phone, after.phone],
    ...(before.numberValid !== after.numberValid && {
      number_valid: [before.numberValid, after.numberValid],
    }),
  };
}
