import { type CustomFieldSpec, customTarget, IMPORT_FIELDS, NOTE_TARGET } from '#contract/lead-fields.ts';
import type { Option } from '../../../ui/option.ts';
import type { ImportDraft } from './draft.ts';
import { mappedColumn } from './mapping.ts';

/** Option value that excludes a column from the import. */
export const DONT_IMPORT = 'none';
/** Option value that creates a custom field for the column. */
export const CREATE_FIELD = 'create-field';
/** Option value that splits a column of full names. */
export const SPLIT_NAMES = 'split';

const HINT_LENGTH = 16;

const CUSTOM_GROUP = 'Custom fields';

/**
 * Returns the fields to which a column can be mapped, in groups, custom fields last; a mapped field shows its
 * column as a hint. With `canCreate`, a new custom field can be created for the column.
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
    ...(canCreate ? [{ value: CREATE_FIELD, label: 'Create field…' }] : []),
    ...fields.map(({ key, label, group }) => option(key, label, group)),
    ...customFields.map(({ name }) => option(customTarget(name), name, CUSTOM_GROUP)),
  ];
}

/** Returns the options of a column that could be split. */
export function nameColumnOptions(options: readonly Option[]): Option[] {
  const [none, ...fields] = options;
  const split = { value: SPLIT_NAMES, label: 'First and last name (split)' };
  return none ? [none, split, ...fields] : [split];
}

function shortened(name: string): string {
  return name.length > HINT_LENGTH ? `${name.slice(0, HINT_LENGTH - 1)}…` : name;
}
