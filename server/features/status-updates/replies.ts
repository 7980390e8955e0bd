import type { HlrReply } from '#contract/phone-checks.ts';
import type { PhoneUpdateReply } from '#contract/phones.ts';
import type { SoldReply } from '#contract/sales.ts';
import { type OutcomeCounts, ROW_OUTCOMES } from '../../lead/operations/status-update.ts';

/** Returns the reply to an update of HLR or WhatsApp statuses. */
export function hlrReplyOf(operationId: string, outcomes: OutcomeCounts): HlrReply {
  return { updatedCount: outcomes.changed ?? 0, ...unmatched(outcomes), operationId };
}

/** Returns the reply to marking leads as sold. */
export function soldReplyOf(operationId: string, outcomes: OutcomeCounts): SoldReply {
  return {
    updatedCount: outcomes.changed ?? 0,
    unchanged: outcomes.unchanged ?? 0,
    alreadySold: outcomes.already_sold ?? 0,
    ...unmatched(outcomes),
    operationId,
  };
}

/** Every row counts once. */
export function phoneCountsOf(outcomes: OutcomeCounts): Omit<PhoneUpdateReply, 'operationId'> {
  return {
    updated: outcomes.changed ?? 0,
    unchanged: outcomes.unchanged ?? 0,
    notFound: outcomes.not_found ?? 0,
    totalProcessed: ROW_OUTCOMES.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0),
    invalidRows: outcomes.invalid ?? 0,
    conflicts: outcomes.conflict ?? 0,
  };
}

function unmatched(outcomes: OutcomeCounts): { notFound: number; invalid: number; ambiguous: number } {
  return {
    notFound: outcomes.not_found ?? 0,
    invalid: outcomes.invalid ?? 0,
    ambiguous: outcomes.ambiguous ?? 0,
  };
}
