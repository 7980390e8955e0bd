import type { ValueWarning } from '#contract/leads.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { type BatchResult, publicLeadInput } from '#contract/public-lead.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { invalidInput } from '../../platform/http/error-answers.ts';
import { type CreateOutcome, createApiLeads } from './create-leads.ts';
import type { ApiCaller } from './gate.ts';
import type { LeadRules } from './known-rules.ts';
import { type ReadLead, readNewLead } from './lead-input.ts';
import { isPlainLead } from './plain-lead.ts';

/** Reads each lead independently. */
export function readBatch(leads: readonly unknown[], rules: LeadRules): ReadLead[] {
  return leads.map((lead) => readGiven(lead, rules));
}

/** One transaction and one audit entry for all leads. */
export async function createBatch(
  tx: TenantTransaction,
  read: readonly ReadLead[],
  by: ApiCaller,
): Promise<{ success: true; results: BatchResult[] }> {
  const { actor, origin, details } = by;
  const outcomes = await createApiLeads(tx, { read, by: read.map(() => by) }, ({ created }) => [
    { action: 'create_lead', actor, origin, details: { ...details, count: created } },
  ]);
  return { success: true, results: outcomes.map(batchResult) };
}

function readGiven(given: unknown, rules: LeadRules): ReadLead {
  if (isPlainLead(given)) return readNewLead(given, rules);
  const { success, data, error } = publicLeadInput.safeParse(given);
  if (success) return readNewLead(data, rules);
  const issue = error.issues[0];
  return invalidInput({
    instancePath: issue?.path.join('/') ?? '',
    keyword: issue?.code ?? '',
    message: issue?.message,
    params: issue,
  });
}

export function warningsIn(warnings: readonly ValueWarning[]): { warnings?: ValueWarning[] } {
  return warnings.length === 0 ? {} : { warnings: [...warnings] };
}

function batchResult(outcome: CreateOutcome, index: number): BatchResult {
  switch (outcome.status) {
    case 'created':
      return { index, status: 'created', lead: outcome.lead, ...warningsIn(outcome.warnings) };
    case 'duplicate': {
      const { existingLeadId } = outcome;
      const { message } = PUBLIC_ERRORS.duplicate;
      const result: BatchResult = { index, status: 'duplicate', error: 'duplicate', message };
      return existingLeadId === null ? result : { ...result, existingLeadId };
    }
    case 'suppressed': {
      const { message, field, lists = [] } = outcome.error;
      const result: BatchResult = { index, status: 'suppressed', error: 'suppressed', message, lists };
      return field === undefined ? result : { ...result, field };
    }
    case 'invalid': {
      const { message, field } = outcome.error;
      const result: BatchResult = { index, status: 'invalid', error: 'invalid_input', message };
      return field === undefined ? result : { ...result, field };
    }
  }
}
