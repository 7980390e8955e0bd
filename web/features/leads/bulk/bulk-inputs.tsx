import { useQuery } from '@tanstack/react-query';
import { type ReasonDraft, ReturnReason } from '../../../lib/return-reason.tsx';
import type { SalePrice } from '../../../lib/sale-price.ts';
import { Field } from '../../../ui/field.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { filterValuesQuery } from '../queries.ts';
import { SaleInputs } from '../sale-inputs.tsx';
import { StatusSelect } from '../status-select.tsx';
import type { BulkInput } from './bulk-actions.ts';
import type { BulkKind } from './bulk-titles.ts';
import { SetFieldInputs } from './set-field-inputs.tsx';
import { StatusKeys } from './status-keys.tsx';

export interface BulkInputsProps {
  kind: BulkKind;
  input: BulkInput;
  onInput: (input: BulkInput) => void;
  price: SalePrice;
  reason: ReasonDraft;
  onReason: (reason: ReasonDraft) => void;
  /** Applies a status immediately. */
  onStatus: (status: string) => void;
}

/** Inputs of an action; delete and restore have none. */
export function BulkInputs({ kind, input, onInput, price, reason, onReason, onStatus }: BulkInputsProps) {
  const { data: values } = useQuery(filterValuesQuery);
  if (kind === 'status') {
    return (
      <>
        <Field label="Status">
          {(control) => (
            <StatusSelect
              {...control}
              value={input.status}
              onChange={(status) => onInput({ ...input, status })}
            />
          )}
        </Field>
        <StatusKeys onChoose={onStatus} />
      </>
    );
  }
  if (kind === 'setField') return <SetFieldInputs onValue={(setField) => onInput({ ...input, setField })} />;
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
      <SaleInputs
        customerNumber={input.customerNumber}
        onCustomerNumber={(customerNumber) => onInput({ ...input, customerNumber })}
        price={price}
      />
    );
  }
  if (kind === 'returnSale') return <ReturnReason value={reason} onChange={onReason} />;
  return null;
}
