import type { Lead } from '#contract/leads.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { readLeads } from '../../lead/lead-reads.ts';
import { soldCell, soldColumns } from '../../lead/sales/sold-columns.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type Delivery, type DeliveryPeriod, nextDeliveries } from './delivery-reads.ts';

const SALE_HEADERS = ['Sold At', 'Price', 'Sale Currency', 'Returned At', 'Return Reason'];
/** No connection is held while the client reads. */
const PAGE_SALES = 2_000;

/** Yields sales as CSV (RFC 4180) with their leads' fields, all or the chosen; they are empty for leads that are deleted for good or lack a required consent. */
export async function* deliveryLines(
  scope: OrganizationScope,
  period: DeliveryPeriod,
  chosen: readonly string[] | null,
): AsyncGenerator<Buffer | string> {
  const custom = await scope.transaction(loadCustomFields);
  const columns = soldColumns(custom, chosen);
  const fields = columns.map(({ field }) => field);
  yield csvHeader([...SALE_HEADERS, ...columns.map(({ label }) => label)]);
  for (let after: Delivery | undefined; ; ) {
    const from = after;
    const { sales, leads } = await scope.transaction(async (tx) => {
      const next = await nextDeliveries(tx, period, from, PAGE_SALES);
      const required = await requiredConsents(tx);
      const known = await readLeads(tx, [...new Set(next.map(({ leadId }) => leadId))]);
      const able = known.filter(({ consent }) => required.every((channel) => consent[channel] === 'given'));
      return { sales: next, leads: new Map(able.map((lead) => [lead.id, lead])) };
    });
    if (sales.length > 0) {
      yield sales.map((sale) => csvRecord(cellsOf(sale, leads.get(sale.leadId), fields))).join('');
    }
    if (sales.length < PAGE_SALES) return;
    after = sales.at(-1);
  }
}

function cellsOf(sale: Delivery, lead: Lead | undefined, fields: readonly string[]): string[] {
  return [
    sale.soldAt.toISOString(),
    sale.price ?? '',
    sale.currency ?? '',
    sale.returnedAt?.toISOString() ?? '',
    sale.returnReason ?? '',
    ...fields.map((field) => (field === 'id' ? sale.leadId : soldCell(lead, field))),
  ];
}
