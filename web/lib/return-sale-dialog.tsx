import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { RETURN_REASONS } from '#contract/sale-terms.ts';
import { returnSale } from '#contract/sales.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast-store.ts';
import { callApi } from './call-api.ts';
import { LEAD_TOPICS, refetchTouched } from './live.ts';
import { showReason } from './show-failure.ts';

interface ReturnSaleDialogProps {
  leadId: string;
  name: string;
  onReturned?: (lead: LeadDetail) => void;
  onClose: () => void;
}

export function ReturnSaleDialog({ leadId, name, onReturned, onClose }: ReturnSaleDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(NO_REASON);
  const giveBack = useMutation({
    mutationFn: () => {
      const reason = reasonOf(draft);
      return callApi(returnSale, { params: { id: leadId }, body: reason === undefined ? {} : { reason } });
    },
    onSuccess: (returned) => {
      onReturned?.(returned);
      toast({ title: 'Sale returned', description: `${name} is available again` });
    },
    onError: (error) => showReason(error, 'Return failed'),
    onSettled: () => {
      void refetchTouched(client, LEAD_TOPICS);
      onClose();
    },
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Return Sale"
      description={`${name} becomes available again. The sale stays in its history.`}
      action="Return"
      pending={giveBack.isPending}
      pendingText="Returning..."
      onAction={() => giveBack.mutate()}
    >
      <ReturnReason value={draft} onChange={setDraft} />
    </ActionDialog>
  );
}

const NONE = 'none';
const OTHER = 'other';

const OPTIONS = [
  { value: NONE, label: 'No reason' },
  ...RETURN_REASONS.map((reason) => ({ value: reason, label: reason })),
  { value: OTHER, label: 'Other…' },
];

/** A suggested reason, or the user's own text. */
export interface ReasonDraft {
  choice: string;
  text: string;
}

export const NO_REASON: ReasonDraft = { choice: NONE, text: '' };

/** Returns the reason to send; undefined for none. */
export function reasonOf({ choice, text }: ReasonDraft): string | undefined {
  if (choice === NONE) return undefined;
  return choice === OTHER ? text.trim() || undefined : choice;
}

interface ReturnReasonProps {
  value: ReasonDraft;
  onChange: (value: ReasonDraft) => void;
}

export function ReturnReason({ value, onChange }: ReturnReasonProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" optional>
        <Select
          value={value.choice}
          options={OPTIONS}
          onChange={(choice) => onChange({ ...value, choice })}
        />
      </Field>
      {value.choice === OTHER && (
        <Field label="Other reason">
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
