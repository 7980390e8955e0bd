import { countChanges } from '../../../lead/change/count-changes.ts';
import type {
  RowOutcome,
  RowResult,
  StatusUpdateAction,
  StatusUpdateRow,
  StatusUpdateWork,
} from '../../../lead/operations/status-update.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { matchRows } from '../rows/match-rows.ts';
import type { TargetLead } from '../rows/target-lead-reads.ts';
import { writeSales } from './change-writes.ts';

/** Sales are exclusive: the row lock serializes two updates, and the second finds the lead sold. */
export async function sellLeads(
  tx: TenantTransaction,
  work: StatusUpdateWork & { action: Extract<StatusUpdateAction, { type: 'markSoldList' }> },
  rows: readonly StatusUpdateRow[],
): Promise<RowResult[]> {
  const { identifierType, customerNumber } = work.action;
  const { matched, settled } = await matchRows(tx, work, identifierType, rows);
  const results = matched.map(({ row: { rowNumber }, lead }): RowResult => {
    const { outcome, message } = saleOf(lead, customerNumber);
    return { rowNumber, outcome, leadId: lead.id, key: lead.id, message };
  });
  const sold = matched.filter((_, index) => results[index]?.outcome === 'changed').map(({ lead }) => lead);
  await writeSales(
    tx,
    work,
    work.action,
    sold.map(({ id }) => id),
  );
  await countChanges(
    tx,
    sold.map((lead) => ({ before: lead, after: { ...lead, isSold: true } })),
  );
  return [...settled, ...results];
}

function saleOf(lead: TargetLead, customer: string): { outcome: RowOutcome; message: string | null } {
  if (!lead.isSold) return { outcome: 'changed', message: null };
  if (lead.customerNumber === customer) {
    return { outcome: 'unchanged', message: 'Already sold to this customer' };
  }
  const to = lead.customerNumber === null ? 'another customer' : `customer ${lead.customerNumber}`;
  return { outcome: 'already_sold', message: `Already sold to ${to}` };
}
