import { warningsIn } from './create-batch.ts';
import type { CreateOutcome } from './create-leads.ts';
import { duplicate } from './update-lead.ts';

/** @throws HttpError for a lead that was not created */
export function createdBody(outcome: CreateOutcome | undefined): { success: true; lead: unknown } {
  if (outcome?.status === 'created') {
    return { success: true, lead: outcome.lead, ...warningsIn(outcome.warnings) };
  }
  if (outcome?.status === 'duplicate') throw duplicate(outcome.existingLeadId);
  throw outcome?.error ?? new Error('A lead was left without an outcome');
}
