import type { BulkAction } from '#contract/bulk.ts';
import {
  type CustomFieldSpec,
  customFieldName,
  LEAD_FIELDS,
  targetLabel,
  WRITTEN_FIELDS,
} from '#contract/lead-fields.ts';
import { leadInput } from '#contract/leads.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { editedLead, type LeadInput } from '../../lead/edits/edit-lead.ts';
import { emptyLead } from '../../lead/rows/lead-row.ts';
import { givenStatus } from '../../lead/statuses/given-status.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

/** The action that gives many leads the same value of a field. */
export type SetField = Extract<BulkAction, { type: 'setField' }>;

/** Identities of leads: no two leads may have the same one. */
const UNIQUE: readonly string[] = ['email', 'phone'];

/**
 * Returns the action with its value as an edit of one lead stores it. Statuses have an action of their own.
 * @throws HttpError invalid_input naming the field
 */
export async function settledSetField(tx: TenantTransaction, action: SetField): Promise<BulkAction> {
  const input = inputOf(action);
  // Its identities let either of them be cleared; whether a lead allows that is decided lead by lead.
  const example = { ...emptyLead(''), email: 'a@mail.example', phone: '1' };
  const edited = editedLead(example, input, await customFieldsFor(tx, action));
  const custom = customFieldName(action.field);
  if (custom !== null) return { ...action, value: edited.custom_data[custom] ?? null };
  const field = WRITTEN_FIELDS.find(({ key }) => key === action.field);
  if (field?.key === 'status') {
    return { type: 'status', status: givenStatus(edited.status, await loadLeadStatuses(tx), 'action.value') };
  }
  return { ...action, value: field === undefined ? null : edited[field.column] };
}

/** Returns the custom fields that an edit with the action's value has to know. */
export async function customFieldsFor(
  tx: TenantTransaction,
  { field }: Pick<SetField, 'field'>,
): Promise<CustomFieldSpec[]> {
  return customFieldName(field) === null ? [] : loadCustomFields(tx);
}

/**
 * Returns the action as the edit of a lead.
 * @throws HttpError invalid_input for a field that can't be set, or a value of the wrong type
 */
export function inputOf({ field, value }: SetField): LeadInput {
  const custom = customFieldName(field);
  const isKnown = custom !== null || WRITTEN_FIELDS.some(({ key }) => key === field);
  if (!isKnown) {
    const exists = LEAD_FIELDS.some(({ key }) => key === field);
    throw refused(
      exists ? `${targetLabel(field)} can't be set` : `There is no field named ${field}`,
      'action.field',
    );
  }
  if (UNIQUE.includes(field) && value !== null && value !== '') {
    const label = targetLabel(field);
    throw refused(
      `${label}: No two leads can have the same ${field}. You can only clear it.`,
      'action.value',
    );
  }
  const given = value === null && field === 'tags' ? [] : value;
  const read = leadInput
    .partial()
    .safeParse(custom === null ? { [field]: given } : { customData: { [custom]: value } });
  if (!read.success) throw refused(`${targetLabel(field)}: Not a valid value for this field`, 'action.value');
  return read.data;
}

function refused(message: string, field: string): HttpError {
  return new HttpError('invalid_input', message, { field });
}
