import { listCustomFields } from '#contract/custom-fields.ts';
import { customFieldName, targetLabel } from '#contract/lead-fields.ts';
import { queryClient, queryOf } from './query.ts';

const CUSTOM_FIELDS = queryOf(listCustomFields, {}).queryKey;

/** Returns how a lead field or mapping target is shown: a custom field by its present label, as far as it is loaded. */
export function fieldLabel(target: string): string {
  const name = customFieldName(target);
  if (name === null) return targetLabel(target);
  return queryClient.getQueryData(CUSTOM_FIELDS)?.find((field) => field.name === name)?.label ?? name;
}
