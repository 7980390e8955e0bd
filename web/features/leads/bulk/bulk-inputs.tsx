import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { NOTE_MAX } from '#contract/limits.ts';
import { leadStatusesQuery, statusLabel } from '../../../lib/lead-statuses.ts';
import { OwnerPicker } from '../../../lib/owner-picker.tsx';
import { type ReasonDraft, ReturnReason } from '../../../lib/return-reason.tsx';
import type { SalePrice } from '../../../lib/sale-price.ts';
import { Field } from '../../../ui/field.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { Textarea } from '../../../ui/text-input.tsx';
import { filterValuesQuery } from '../queries.ts';
import { SaleInputs } from '../sale-inputs.tsx';
import { StatusSelect } from '../status-select.tsx';
import type { BulkInput } from './bulk-actions.ts';
import type { BulkKind } from './bulk-titles.ts';
import { SetFieldInputs } from './set-field-inputs.tsx';

/** One per digit. */
const KEYS_MAX = 9;

/** Offers the first statuses by the keys 1 to 9. */
function StatusKeys({ onChoose }: { onChoose: (status: string) => void }) {
  const { data } = useQuery(leadStatusesQuery);
  const statuses = (data ?? []).slice(0, KEYS_MAX).map(({ name }) => name);
  const choose = useEffectEvent((key: string) => {
    const status = statuses[Number(key) - 1];
    if (status !== undefined) onChoose(status);
    return status !== undefined;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const types = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!/^[1-9]$/.test(key) || ctrlKey || metaKey || altKey || types) return;
      if (choose(key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <ul aria-label="Set at once" className="mt-3 flex flex-wrap gap-1.5">
      {statuses.map((status, index) => (
        <li key={status}>
          <button
            type="button"
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onChoose(status)}
            className="flex h-8 items-center gap-2 rounded-control border border-line px-2 text-13 hover:bg-hover max-md:h-11"
          >
            <Kbd>{index + 1}</Kbd>
            {statusLabel(status)}
          </button>
        </li>
      ))}
    </ul>
  );
}

export interface BulkInputsProps {
  kind: BulkKind;
  input: BulkInput;
  /** Names what is missing. */
  asked: boolean;
  onInput: (input: BulkInput) => void;
  price: SalePrice;
  /** Leads; undefined until counted. */
  count: number | undefined;
  reason: ReasonDraft;
  onReason: (reason: ReasonDraft) => void;
  /** Applies a status immediately. */
  onStatus: (status: string) => void;
}

/** Inputs of an action; delete and restore have none. */
export function BulkInputs(props: BulkInputsProps) {
  const { kind, input, asked, onInput, price, count, reason, onReason, onStatus } = props;
  const { data: values } = useQuery(filterValuesQuery);
  if (kind === 'status') {
    return (
      <>
        <Field label="Status" error={asked && input.status === '' ? 'Choose a status' : undefined}>
          <StatusSelect value={input.status} onChange={(status) => onInput({ ...input, status })} />
        </Field>
        <StatusKeys onChoose={onStatus} />
      </>
    );
  }
  if (kind === 'setField') {
    return <SetFieldInputs asked={asked} onValue={(setField) => onInput({ ...input, setField })} />;
  }
  if (kind === 'addTags' || kind === 'removeTags') {
    return (
      <Field
        label="Tags"
        help="Press Enter or comma after each."
        error={asked && input.tags.length === 0 ? 'Enter a tag' : undefined}
      >
        <TagInput
          value={input.tags}
          suggestions={values?.tags ?? []}
          onChange={(tags) => onInput({ ...input, tags })}
        />
      </Field>
    );
  }
  if (kind === 'assign') {
    return (
      <OwnerPicker
        label="Owner"
        error={asked && input.owners === null ? 'Choose a user, or nobody' : undefined}
        owners={input.owners}
        onOwners={(owners) => onInput({ ...input, owners })}
      />
    );
  }
  if (kind === 'note') {
    return (
      <Field label="Note" error={asked && input.note.trim() === '' ? 'Write a note' : undefined}>
        <Textarea
          rows={3}
          maxLength={NOTE_MAX}
          value={input.note}
          onChange={(event) => onInput({ ...input, note: event.target.value })}
        />
      </Field>
    );
  }
  if (kind === 'markSold') {
    return (
      <SaleInputs
        customerNumber={input.customerNumber}
        onCustomerNumber={(customerNumber) => onInput({ ...input, customerNumber })}
        price={price}
        count={count}
        asked={asked}
      />
    );
  }
  if (kind === 'returnSale') return <ReturnReason value={reason} onChange={onReason} />;
  return null;
}
