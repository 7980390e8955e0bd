import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../ui/field.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { filterValuesQuery } from '../queries.ts';
import { StatusSelect } from '../status-select.tsx';
import type { BulkInput } from './bulk-actions.ts';
import type { BulkKind } from './bulk-titles.ts';

export interface BulkInputsProps {
  kind: BulkKind;
  input: BulkInput;
  onInput: (input: BulkInput) => void;
}

/** Renders the inputs of an action; delete and restore have none. */
export function BulkInputs({ kind, input, onInput }: BulkInputsProps) {
  const { data: values } = useQuery(filterValuesQuery);
  if (kind === 'status') {
    return (
      <Field label="Status">
        {(control) => (
          <StatusSelect
            {...control}
            value={input.status}
            onChange={(status) => onInput({ ...input, status })}
          />
        )}
      </Field>
    );
  }
  if (kind === 'addTags' || kind === 'removeTags') {
    return (
      <Field label="Tags" help="Press Enter or comma after each.">
        {(control) => (
          <TagInput
            {...control}
            value={input.tags}
            suggestions={values?.tags ?? []}
            onChange={(tags) => onInput({ ...input, tags })}
          />
        )}
      </Field>
    );
  }
  if (kind === 'markSold') {
    return (
      <Field label="Customer Number">
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={input.customerNumber}
            onChange={(event) => onInput({ ...input, customerNumber: event.target.value })}
          />
        )}
      </Field>
    );
  }
  return null;
}
