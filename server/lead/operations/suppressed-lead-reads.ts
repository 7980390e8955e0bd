import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Contact } from '../suppression/keys.ts';
import { type AskedLists, askLists, type Hit, isHit } from '../suppression/suppression-reads.ts';
import { eventJoin } from './undo-reads.ts';

/** Which leads of a batch are on a suppression list. */
export type SuppressedLeads = ReadonlyMap<string, Hit>;

interface LeadContact extends Contact, Record<string, unknown> {
  id: string;
}

const CONTACT = 'l.id, l.email, CASE WHEN l.number_valid THEN l.phone END AS phone';

/** Asks the lists about stored leads; `customer`: those of this customer too. */
export async function suppressedAmong(
  tx: TenantTransaction,
  ids: readonly string[],
  asked: AskedLists = {},
): Promise<SuppressedLeads> {
  const leads = await tx.query<LeadContact>(
    `SELECT ${CONTACT} FROM leads l WHERE l.organization_id = $1 AND l.id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return hitsOf(tx, leads, asked);
}

/** Asks the lists about leads that a sale is about to be made to a customer, those not sold yet. */
export async function unsaleableLeads(
  tx: TenantTransaction,
  ids: readonly string[],
  customer: string,
): Promise<SuppressedLeads> {
  const leads = await tx.query<LeadContact>(
    `SELECT ${CONTACT} FROM leads l WHERE l.organization_id = $1 AND l.id = ANY($2::uuid[]) AND NOT l.is_sold`,
    [tx.organizationId, ids],
  );
  return hitsOf(tx, leads, { customer });
}

/** Asks the lists about leads whose return is undone, each with those of its customer; returns them with what names them. */
export async function unreturnableLeads(
  tx: TenantTransaction,
  operation: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { hit: Hit; identifier: string; customer: string }>> {
  const leads = await tx.query<LeadContact & { customer: string | null }>(
    `SELECT ${CONTACT}, e.changes -> 'customer_number' ->> 0 AS customer FROM leads l ${eventJoin('$3::uuid', 'l')}
     WHERE l.organization_id = $1 AND l.id = ANY($2::uuid[])`,
    [tx.organizationId, ids, operation],
  );
  const found = new Map<string, { hit: Hit; identifier: string; customer: string }>();
  for (const [customer, group] of Map.groupBy(leads, (lead) => lead.customer ?? '')) {
    const hits = await hitsOf(tx, group, { customer });
    for (const { id, email, phone } of group) {
      const hit = hits.get(id);
      if (hit !== undefined) found.set(id, { hit, identifier: email ?? phone ?? '', customer });
    }
  }
  return found;
}

async function hitsOf(
  tx: TenantTransaction,
  leads: readonly LeadContact[],
  asked: AskedLists,
): Promise<SuppressedLeads> {
  const hits = await askLists(tx, leads, asked);
  return new Map(
    leads.flatMap(({ id }, at) => {
      const hit = hits[at];
      return hit !== undefined && isHit(hit) ? [[id, hit] as const] : [];
    }),
  );
}
