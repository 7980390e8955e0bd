import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { readLeads } from '../../lead/lead-reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type Delivery, type DeliveryPeriod, nextDeliveries } from './delivery-reads.ts';

const SALE_HEADERS = ['Sold At', 'Price', 'Sale Currency', 'Returned At', 'Return Reason'];
/** No connection is held while the client reads. */
const PAGE_SALES = 2_000;

/** Yields sales as CSV (RFC 4180) with their leads' fields, which are empty for permanently deleted leads. */
export async function* deliveryLines(
  scope: OrganizationScope,
  period: DeliveryPeriod,
): AsyncGenerator<Buffer | string> {
  const custom = (await scope.transaction(loadCustomFields)).map(({ name }) => name);
  yield csvHeader([...SALE_HEADERS, ...LEAD_FIELDS.map(({ label }) => label), ...custom]);
  for (let after: Delivery | undefined; ; ) {
    const from = after;
    const { sales, leads } = await scope.transaction(async (tx) => {
      const next = await nextDeliveries(tx, period, from, PAGE_SALES);
      const known = await readLeads(tx, [...new Set(next.map(({ leadId }) => leadId))]);
      return { sales: next, leads: new Map(known.map((lead) => [lead.id, lead])) };
    });
    if (sales.length > 0) {
      yield sales.map((sale) => csvRecord(cellsOf(sale, leads.get(sale.leadId), custom))).join('');
    }
    if (sales.length < PAGE_SALES) return;
    after = sales.at(-1);
  }
}

function cellsOf(sale: Delivery, lead: Lead | undefined, custom: readonly string[]): string[] {
  return [
    sale.soldAt.toISOString(),
    sale.price ?? '',
    sale.currency ?? '',
    sale.returnedAt?.toISOString() ?? '',
    sale.returnReason ?? '',
    ...[...LEAD_FIELDS.map(({ key }) => key), ...custom.map(customTarget)].map((field) =>
      field === 'id' ? sale.leadId : cellOf(lead && storedIn(lead, field)),
    ),
  ];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
