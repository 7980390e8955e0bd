import type { HlrReply } from '#contract/phone-checks.ts';
import type { PhoneUpdateReply } from '#contract/phones.ts';
import type { SoldReply } from '#contract/sales.ts';
import type { OutcomeCounts } from '../../lead/operations/operation.ts';
import type { FoundOperation } from '../../lead/operations/reads.ts';

/** Returns the reply to an update of HLR or WhatsApp statuses. */
export function hlrReplyOf({ id, outcomes }: FoundOperation): HlrReply {
  return { updatedCount: outcomes.changed ?? 0, ...unmatched(outcomes), operationId: id };
}

/** Returns the reply to marking leads as sold; whether consent is required decides about its count. */
export function soldReplyOf({ id, outcomes }: FoundOperation, isConsentRequired: boolean): SoldReply {
  return {
    updatedCount: outcomes.changed ?? 0,
    unchanged: outcomes.unchanged ?? 0,
    alreadySold: outcomes.already_sold ?? 0,
    suppressed: outcomes.suppressed ?? 0,
    ...(isConsentRequired && { noConsent: outcomes.no_consent ?? 0 }),
    ...unmatched(outcomes),
    operationId: id,
  };
}

/** Every row counts once. */
export function phoneCountsOf(outcomes: OutcomeCounts): Omit<PhoneUpdateReply, 'operationId'> {
  return {
    updated: outcomes.changed ?? 0,
    unchanged: outcomes.unchanged ?? 0,
    notFound: outcomes.not_found ?? 0,
    totalProcessed: Object.values(outcomes).reduce((sum, rows) => sum + rows, 0),
    invalidRows: outcomes.invalid ?? 0,
    conflicts: outcomes.conflict ?? 0,
    suppressed: outcomes.suppressed ?? 0,
  };
}

function unmatched(outcomes: OutcomeCounts): { notFound: number; invalid: number; ambiguous: number } {
  return {
    notFound: outcomes.not_found ?? 0,
    invalid: outcomes.invalid ?? 0,
    ambiguous: outcomes.ambiguous ?? 0,
  };
}
