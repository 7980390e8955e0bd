import type { SaleOutcome } from '#contract/outcomes.ts';
import { windowText } from '../sales/return-window-reads.ts';
import { lateSaleOf, type SaleState } from './outcome-reads.ts';

/** Report of a customer about a sale. */
export interface ReportedOutcome {
  saleId: string;
  outcome: SaleOutcome;
  reason: string | null;
  /** Decimal with two places; of a converted lead. */
  revenue: string | null;
}

/** `known`: reported before, or what the delivery says already. */
export type Decision = { kind: 'recorded' | 'known' } | { kind: 'refused'; message: string };

const RECORDED = { kind: 'recorded' } as const;
const KNOWN = { kind: 'known' } as const;
const refused = (message: string): Decision => ({ kind: 'refused', message });

const OPEN: ReadonlySet<string> = new Set(['waiting', 'sending', 'unknown', 'failed']);

export function isOpenDelivery({ delivery }: SaleState): boolean {
  return delivery !== null && OPEN.has(delivery.state);
}

/** Decides by the sale, its delivery and what was reported before. */
export function decideOutcome(
  sale: SaleState,
  { outcome, revenue }: ReportedOutcome,
  customerNumber: string,
): Decision {
  const state = sale.delivery?.state;
  if (outcome === 'rejected' && (state === 'rejected' || state === 'duplicate')) return KNOWN;
  if (outcome === 'returned' && sale.isReturned && sale.counted) return KNOWN;
  if (sale.isReturned || !sale.counted) return refused('This sale has ended');
  switch (outcome) {
    case 'accepted':
      if (isOpenDelivery(sale)) return RECORDED;
      if (state === 'canceled') return refused('The delivery was canceled');
      return state === 'accepted' || sale.known.has('accepted') ? KNOWN : RECORDED;
    case 'rejected':
      if (isOpenDelivery(sale)) return RECORDED;
      return refused(
        state === 'accepted'
          ? 'This lead was accepted; send returned instead'
          : 'No delivery of this lead is open; send returned instead',
      );
    case 'returned':
      if (!sale.isListed) return refused('This lead is in the bin or was deleted');
      return sale.isLate
        ? refused(`${windowText(lateSaleOf(sale, customerNumber))}. An administrator can still return it.`)
        : RECORDED;
    case 'converted':
      return sale.known.has('converted') && sale.known.get('converted') === revenue ? KNOWN : RECORDED;
  }
}
