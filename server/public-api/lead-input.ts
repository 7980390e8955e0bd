import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { PublicLeadInput } from '#contract/public-lead.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../ids.ts';
import type { StoredLead } from '../imports/pipeline/stored-lead.ts';
import { editedLead, newLead } from '../lead-edits/edit-lead.ts';
import type { LeadRow } from '../lead-edits/lead-row.ts';

/**
 * A new lead from what a program sent, by the rules of a lead made by hand.
 * @throws Refusal invalid_input naming the field
 */
export function readNewLead(input: PublicLeadInput, customFields: readonly CustomFieldSpec[]): StoredLead {
  if (isBlank(input.email) && isBlank(input.phone)) {
    throw new Refusal('invalid_input', PUBLIC_ERRORS.invalid_input.message, { field: 'email' });
  }
  return namingFields('', () => newLead(newId(), input, customFields));
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
  return namingFields('data.', () => editedLead(lead, data, customFields));
}

/** Fields by the names that programs know them by: `customData.Plan`, where people read `custom:Plan`. */
function namingFields<T>(prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    const field = `${prefix}${error.field.replace(/^custom:/, 'customData.')}`;
    throw new Refusal(error.error, error.message, { field });
  }
}

function isBlank(text: string | null | undefined): boolean {
  return text === undefined || text === null || text.trim() === '';
}
