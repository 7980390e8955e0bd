import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentTo } from '#contract/endpoint.ts';
import { customFieldName } from '#contract/lead-fields.ts';
import { leadFilterValues } from '#contract/lead-values.ts';
import {
  countLeads,
  type Lead,
  type LeadDetail,
  type updateLead,
  type ValueWarning,
} from '#contract/leads.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { bodyOf, conflictingValue, type FieldValue, sameFieldValue } from '../fields/editable-fields.ts';
import { leadQuery, showLead } from '../queries.ts';
import { sendEdit } from '../unsent-edits.ts';

/** Another user changed the field meanwhile. */
export interface Conflict {
  current: FieldValue;
  changedBy: string | undefined;
  /** Value this user wanted to save. */
  wanted: FieldValue;
}

/** Rejected by the server. */
export interface Refused {
  message: string;
  /** Lead that already has the email or phone. */
  existingLeadId?: string | undefined;
}

export interface FieldSave {
  saving: boolean;
  conflict: Conflict | null;
  refused: Refused | null;
  /** Saves `value` if the field still has the value `seen`. */
  save: (value: FieldValue, seen: FieldValue) => void;
  keepTheirs: () => void;
  clear: () => void;
}

type Write = { value: FieldValue; seen: FieldValue };
type Body = SentTo<typeof updateLead>['body'];

/** Saves a field optimistically; lists revert rejected values. */
export function useFieldSave(lead: LeadDetail, field: string, onSaved: () => void): FieldSave {
  const client = useQueryClient();
  const mutation = useMutation({
    // Serializes saves of a lead, so that the last answer wins.
    scope: { id: `lead:${lead.id}` },
    // Starts offline too, so that the browser keeps the edit.
    networkMode: 'always',
    mutationFn: ({ value, seen }: Write) => {
      const body = { ...bodyOf({ [field]: value }), expected: bodyOf({ [field]: seen }) };
      return sendEdit(lead.id, body as Body);
    },
    onMutate: ({ value }) => showLead(client, withValue(lead, field, value)),
    onSuccess: ({ warnings, ...saved }) => {
      if (warnings)
        toast({ tone: 'caution', title: 'Saved, but please check', description: warningText(warnings) });
      client.setQueryData(leadQuery(lead.id).queryKey, saved);
      showLead(client, saved);
      for (const { path } of [countLeads, leadFilterValues])
        void client.invalidateQueries({ queryKey: [path] });
      onSaved();
    },
    onError: (error, { value }) => {
      const other = conflictIn(error, field, value);
      if (!other || !sameFieldValue(other.current, value)) return showLead(client, lead);
      // The value was stored, but the answer was lost.
      void client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
      mutation.reset();
      onSaved();
    },
  });
  const { error, variables } = mutation;
  const conflict = error && variables ? conflictIn(error, field, variables.value) : null;

  function keepTheirs() {
    mutation.reset();
    if (conflict) showLead(client, withValue(lead, field, conflict.current));
    void client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
  }

  return {
    saving: mutation.isPending,
    conflict,
    refused: error && !conflict ? saveErrorOf(error) : null,
    save: (value, seen) => mutation.mutate({ value, seen }),
    keepTheirs,
    clear: mutation.reset,
  };
}

/** Joins the warnings about saved values. */
export function warningText(warnings: readonly ValueWarning[]): string {
  return `${warnings.map(({ message }) => message).join('. ')}.`;
}

/** Returns the conflict of a rejected save, or null. */
export function conflictIn(error: Error, field: string, wanted: FieldValue): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.reply.current === undefined) return null;
  return { current: conflictingValue(error.reply.current, field), changedBy: error.reply.changedBy, wanted };
}

/** Returns why the server rejected a save. */
export function saveErrorOf(error: Error): Refused {
  if (!(error instanceof ApiError)) return { message: 'Not saved. Check your connection and try again.' };
  const message = error.serverMessage ?? 'Not saved. Please try again.';
  return { message, existingLeadId: error.reply.existingLeadId };
}

/** Returns a copy with another value; only the server knows whether a phone is valid. */
export function withValue<L extends Lead>(lead: L, field: string, value: FieldValue): L {
  const custom = customFieldName(field);
  if (field === 'phone') return { ...lead, phone: value, numberValid: null };
  if (custom === null) return { ...lead, [field]: value ?? (field === 'tags' ? [] : null) };
  const { [custom]: _before, ...others } = lead.customData;
  const held = value === null || Array.isArray(value) ? others : { ...others, [custom]: value };
  return { ...lead, customData: held };
}
