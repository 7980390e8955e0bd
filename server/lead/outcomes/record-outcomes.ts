import type { AuditEntry } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { announceLeads } from '../change/announce-leads.ts';
import { lockLeadsInOrder } from '../operations/selection-reads.ts';
import { lockBulkBatch } from '../operations/writes.ts';
import { customerNames } from '../orders/order-reads.ts';
import { type Decision, decideOutcome, isOpenDelivery, type ReportedOutcome } from './decide-outcome.ts';
import { type BoughtSale, lockSales, type SaleState } from './outcome-reads.ts';
import {
  decideDeliveries,
  insertOutcomeEvents,
  insertOutcomes,
  type RecordedSale,
} from './outcome-writes.ts';
import { returnSales, takeBackSales } from './take-back-writes.ts';

/** Who reports outcomes of which customer's sales. */
export interface Reporter extends Pick<AuditEntry, 'actor' | 'origin'> {
  customerNumber: string;
}

/** An outcome of a sale, with the lead that was sold. */
export type OutcomeReport = ReportedOutcome & BoughtSale;

export interface DecidedReport {
  decision: Decision;
  deliveryId: string | null;
}

/**
 * Records outcomes of sales to a customer: an open delivery is decided as by an answer, a rejected sale is taken back, a returned
 * lead becomes available. Decisions are in the order of `reports`, and each sees those before it.
 */
export async function recordOutcomes(
  tx: TenantTransaction,
  reporter: Reporter,
  reports: readonly OutcomeReport[],
): Promise<DecidedReport[]> {
  await lockBulkBatch(tx);
  await lockLeadsInOrder(
    tx,
    reports.map(({ leadId }) => leadId),
  );
  const decided = new Map<OutcomeReport, DecidedReport>();
  // A sale is in each round once.
  for (let open = reports; open.length > 0; ) {
    const round = [...new Map(open.toReversed().map((report) => [report.saleId, report])).values()];
    await recordRound(tx, reporter, round, decided);
    open = open.filter((report) => !decided.has(report));
  }
  return reports.map((report) => decided.get(report) as DecidedReport);
}

async function recordRound(
  tx: TenantTransaction,
  reporter: Reporter,
  reports: readonly OutcomeReport[],
  decided: Map<OutcomeReport, DecidedReport>,
): Promise<void> {
  const states = await lockSales(tx, reporter.customerNumber, reports);
  const recorded: RecordedSale[] = [];
  for (const reported of reports) {
    const sale = states.get(reported.saleId);
    const decision: Decision =
      sale === undefined
        ? { kind: 'refused', message: 'This sale has ended' }
        : decideOutcome(sale, reported, reporter.customerNumber);
    decided.set(reported, { decision, deliveryId: sale?.delivery?.id ?? null });
    if (sale !== undefined && decision.kind === 'recorded') recorded.push({ sale, reported });
  }
  if (recorded.length > 0) await writeOutcomes(tx, reporter, recorded);
}

async function writeOutcomes(
  tx: TenantTransaction,
  reporter: Reporter,
  recorded: readonly RecordedSale[],
): Promise<void> {
  const { actor } = reporter;
  const of = (outcome: string) => recorded.filter(({ reported }) => reported.outcome === outcome);
  await insertOutcomes(tx, recorded, actor);
  const answered = [...of('accepted'), ...of('converted'), ...of('rejected')].flatMap(
    ({ sale, reported: { outcome, reason } }) =>
      sale.delivery !== null && isOpenDelivery(sale)
        ? [{ id: sale.delivery.id, state: outcome === 'rejected' ? outcome : ('accepted' as const), reason }]
        : [],
  );
  await decideDeliveries(tx, answered);
  const rejected = of('rejected').map(({ sale, reported: { reason } }) => ({
    ...boughtOf(sale),
    reason: reason === null ? 'Rejected' : `Rejected: ${reason}`,
  }));
  if (rejected.length > 0) {
    const resource = await nameOfCustomer(tx, reporter.customerNumber);
    await takeBackSales(tx, { ...reporter, resource }, rejected);
  }
  const returned = of('returned').map(({ sale, reported: { reason } }) => ({ ...boughtOf(sale), reason }));
  if (returned.length > 0) await returnSales(tx, reporter, returned);
  const others = [...of('accepted'), ...of('converted')].map((one) => ({
    leadId: one.sale.leadId,
    detail: detailOf(one),
  }));
  await insertOutcomeEvents(tx, others, actor);
  if (others.length > 0)
    await announceLeads(tx, { aspects: ['sales'], ids: others.map(({ leadId }) => leadId) });
  if (answered.length > 0) await notifyChanges(tx, { type: 'deliveries' });
}

function boughtOf({ leadId, saleId }: SaleState): BoughtSale {
  return { leadId, saleId };
}

async function nameOfCustomer(tx: TenantTransaction, number: string): Promise<string> {
  return (await customerNames(tx, [number])).get(number) ?? number;
}

function detailOf({ sale, reported: { outcome, revenue, reason } }: RecordedSale): string {
  const what = outcome === 'accepted' ? 'Accepted' : 'Converted';
  const amount = revenue === null ? null : [revenue, sale.currency].filter((part) => part !== null).join(' ');
  return [what, amount, reason].filter((part) => part !== null).join(': ');
}
