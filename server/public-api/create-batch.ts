import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { type BatchResult, publicLeadInput } from '#contract/public-lead.ts';
import { Refusal } from '../errors.ts';
import { invalidInput } from '../http/error-answers.ts';
import type { TenantTransaction } from '../security/scope.ts';
import type { ApiCaller } from './caller.ts';
import { createLeads, type Outcome, type WantedLead } from './create-leads.ts';

/** Creates many leads in one transaction, each judged by itself, and writes one audit entry for all of them. */
export async function createBatch(
  tx: TenantTransaction,
  leads: readonly unknown[],
  by: ApiCaller,
  customFields: readonly CustomFieldSpec[],
): Promise<{ success: true; results: BatchResult[] }> {
  const parsed = leads.map((lead) => parseLead(lead, by));
  const sound = parsed.filter((one): one is WantedLead => !(one instanceof Refusal));
  const { actor, origin, details } = by;
  const outcomes = await createLeads(tx, sound, customFields, (created) => [
    { action: 'create_lead', actor, origin, details: { ...details, count: created.length } },
  ]);
  const outcomeOf = new Map(sound.map((one, index) => [one, outcomes[index]]));
  const results = parsed.map((one, index) =>
    resultOf(index, one instanceof Refusal ? { status: 'invalid', refusal: one } : outcomeOf.get(one)),
  );
  return { success: true, results };
}

function parseLead(lead: unknown, by: ApiCaller): WantedLead | Refusal {
  const { success, data, error } = publicLeadInput.safeParse(lead);
  if (success) return { input: data, by };
  const issue = error.issues[0];
  return invalidInput({
    instancePath: issue?.path.join('/') ?? '',
    keyword: issue?.code ?? '',
    message: issue?.message,
    params: issue,
  });
}

function resultOf(index: number, outcome: Outcome | undefined): BatchResult {
  switch (outcome?.status) {
    case 'created':
      return { index, status: 'created', lead: outcome.lead };
    case 'duplicate': {
      const { existingLeadId } = outcome;
      const { message } = PUBLIC_ERRORS.duplicate;
      const result: BatchResult = { index, status: 'duplicate', error: 'duplicate', message };
      return existingLeadId === null ? result : { ...result, existingLeadId };
    }
    case 'invalid': {
      const { message, field } = outcome.refusal;
      const result: BatchResult = { index, status: 'invalid', error: 'invalid_input', message };
      return field === undefined ? result : { ...result, field };
    }
    default:
      throw new Error('A lead was left without an outcome');
  }
}
