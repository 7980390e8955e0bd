import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { PublicLeadInput } from '#contract/public-lead.ts';
import { editedLead, leadFromInput } from '../../lead/edits/edit-lead.ts';
import type { LeadRow } from '../../lead/store/lead-row.ts';
import type { StoredLead } from '../../lead/store/stored-lead.ts';
import { Refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

/** A lead as it was read from what a program sent, or why it can't be one. */
export type ReadLead = StoredLead | Refusal;

/** A new lead from what a program sent, by the rules of a lead made by hand. What is refused names the field. */
export function readNewLead(input: PublicLeadInput, customFields: readonly CustomFieldSpec[]): ReadLead {
  if (isBlank(input.email) && isBlank(input.phone)) {
    return new Refusal('invalid_input', PUBLIC_ERRORS.invalid_input.message, { field: 'email' });
  }
  try {
    return leadFromInput(newId(), input, customFields);
  } catch (error) {
    if (error instanceof Refusal && error.error === 'invalid_input') return namingField('', error);
    throw error;
  }
}

/**
 * A lead after an update by a program.
 * @throws Refusal invalid_input naming the field below `data`
 */
export function readUpdate(
  lead: LeadRow,
  data: PublicLeadInput,
  customFields: readonly CustomFieldSpec[],
): LeadRow {
  try {
    return editedLead(lead, data, customFields);
  } catch (error) {
    throw error instanceof Refusal ? namingField('data.', error) : error;
  }
}

/** The field by the name that programs know it by: `customData.Plan`, where people read `custom:Plan`. */
function namingField(prefix: string, refusal: Refusal): Refusal {
  if (refusal.field === undefined) return refusal;
  const field = `${prefix}${refusal.field.replace(/^custom:/, 'customData.')}`;
  return new Refusal(refusal.error, refusal.message, { field });
}

function isBlank(text: string | null | undefined): boolean {
  return text === undefined || text === null || text.trim() === '';
}
