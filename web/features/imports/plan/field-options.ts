import { CONSENT_FIELDS } from '#contract/consent-fields.ts';
import {
  CALLING_CODE_TARGET,
  type CustomFieldSpec,
  customTarget,
  IMPORT_FIELDS,
  NOTE_TARGET,
  targetLabel,
} from '#contract/lead-fields.ts';
import type { Option } from '../../../ui/option.ts';
import type { ImportDraft } from './draft.ts';
import { mappedColumn } from './mapping.ts';

export const DONT_IMPORT = 'none';
export const CREATE_FIELD = 'create-field';
export const SPLIT_NAMES = 'split';

const HINT_LENGTH = 16;

const CUSTOM_GROUP = 'Custom fields';

/**
 * Returns mappable fields in groups, custom fields last, with mapped columns as hints; `canCreate`
 * offers a new custom field.
 */
export function fieldOptions(
  draft: ImportDraft,
  customFields: readonly CustomFieldSpec[] = [],
  canCreate = false,
): Option[] {
  const fields = IMPORT_FIELDS.filter((field) => draft.mode !== 'create' || !field.updateOnly);
  const option = (value: string, label: string, group: string): Option => {
    const column = mappedColumn(draft.mapping, value);
    return { value, label, group, ...(column !== null && { hint: shortened(column) }) };
  };
  return [
    { value: DONT_IMPORT, label: "Don't import" },
    { value: NOTE_TARGET, label: 'Add to notes' },
    { value: CALLING_CODE_TARGET, label: targetLabel(CALLING_CODE_TARGET) },
    ...(canCreate ? [{ value: CREATE_FIELD, label: 'Create field…' }] : []),
    ...fields.map(({ key, label, group }) => option(key, label, group)),
    ...CONSENT_FIELDS.map(({ key, label }) => option(key, label, 'Consent')),
    ...customFields.map(({ name, label = name }) => option(customTarget(name), label, CUSTOM_GROUP)),
  ];
}

export function nameColumnOptions(options: readonly Option[]): Option[] {
  const [none, ...fields] = options;
  const split = { value: SPLIT_NAMES, label: 'First and last name (split)' };
  return none ? [none, split, ...fields] : [split];
}

function shortened(name: string): string {
  return name.length > HINT_LENGTH ? `${name.slice(0, HINT_LENGTH - 1)}…` : name;
}
