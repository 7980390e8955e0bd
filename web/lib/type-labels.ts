import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '#contract/lead-fields.ts';
import type { Option } from '../ui/option.ts';

export const TYPE_LABELS: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes/No',
  choice: 'Choice List',
};

export const TYPE_OPTIONS: readonly Option<CustomFieldType>[] = CUSTOM_FIELD_TYPES.map((value) => ({
  value,
  label: TYPE_LABELS[value],
}));
