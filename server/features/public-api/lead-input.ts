import type { ValueWarning } from '#contract/leads.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { PublicLeadInput } from '#contract/public-lead.ts';
import { consentFromInput } from '../../lead/consents/consent-input.ts';
import { editedLead, leadFromInput } from '../../lead/edits/edit-lead.ts';
import type { LeadRow } from '../../lead/rows/lead-row.ts';
import type { StoredLead } from '../../lead/rows/stored-lead.ts';
import { withHeldStatus } from '../../lead/statuses/given-status.ts';
import type { GivenConsent } from '../../lead/values/consent-state.ts';
import { HttpError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { LeadRules } from './known-rules.ts';

/** A parsed lead with warnings, or the reason for its rejection. */
export type ReadLead =
  | {
      lead: StoredLead;
      status: string;
      consent: GivenConsent | null;
      warnings: readonly ValueWarning[];
    }
  | HttpError;

/** Follows the rules for manual leads. Errors name the field. */
export function readNewLead(input: PublicLeadInput, { customFields, statuses }: LeadRules): ReadLead {
  if (isMissing(input.email) && isMissing(input.phone)) {
    return new HttpError('invalid_input', PUBLIC_ERRORS.invalid_input.message, { field: 'email' });
  }
  try {
    const warnings: ValueWarning[] = [];
    const lead = leadFromInput(newId(), withHeldStatus(input, statuses), customFields, warnings);
    const consent = consentFromInput(input, warnings);
    return { lead, status: statuses.nameOf(lead.status), consent, warnings };
  } catch (error) {
    if (error instanceof HttpError && error.error === 'invalid_input') return namingField('', error);
    throw error;
  }
}

/**
 * @param warnings receives dropped or doubtful values
 * @throws HttpError invalid_input naming the field below `data`
 */
export function readUpdate(
  lead: LeadRow,
  data: PublicLeadInput,
  { customFields, statuses }: LeadRules,
  warnings: ValueWarning[],
): { next: LeadRow; consent: GivenConsent | null } {
  try {
    const next = editedLead(lead, withHeldStatus(data, statuses, lead.status), customFields, warnings);
    return { next, consent: consentFromInput(data, warnings) };
  } catch (error) {
    throw error instanceof HttpError ? namingField('data.', error) : error;
  }
}

/** Renames `custom:Plan` to the public `customData.Plan`. */
function namingField(prefix: string, httpError: HttpError): HttpError {
  if (httpError.field === undefined) return httpError;
  const field = `${prefix}${httpError.field.replace(/^custom:/, 'customData.')}`;
  return new HttpError(httpError.error, httpError.message, { field });
}

function isMissing(text: string | null | undefined): boolean {
  return text === undefined || text === null || text.trim() === '';
}
