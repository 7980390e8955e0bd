import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentTo } from '#contract/endpoint.ts';
import { customFieldName } from '#contract/lead-fields.ts';
import { countLeads, type LeadDetail, leadFilterValues, updateLead } from '#contract/leads.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { leadQuery, showLead } from '../queries.ts';
import { bodyOf, currentOf, type FieldValue } from './editable-fields.ts';

/** Somebody else changed the field since it was seen here. */
export interface Conflict {
  /** What it holds now. */
  current: FieldValue;
  changedBy: string | undefined;
  /** What was to be written. */
  wanted: FieldValue;
}

/** Why a field was not saved. */
export interface Refused {
  message: string;
  /** The lead that has the e-mail or phone already. */
  existingLeadId?: string | undefined;
}

export interface FieldSave {
  saving: boolean;
  conflict: Conflict | null;
  refused: Refused | null;
  /** Writes `value`, only if the field still holds `seen`. */
  save: (value: FieldValue, seen: FieldValue) => void;
  /** Leaves the conflict and takes over what is there. */
  keepTheirs: () => void;
  clear: () => void;
}

type Write = { value: FieldValue; seen: FieldValue };
type Body = SentTo<typeof updateLead>['body'];

/** Saves one field of a lead: shown in the lists at once, and taken back there when the server refuses. */
export function useFieldSave(lead: LeadDetail, field: string, onSaved: () => void): FieldSave {
  const client = useQueryClient();
  const mutation = useMutation({
    // One after the other, so that the answer to the last is what stays.
    scope: { id: `lead:${lead.id}` },
    mutationFn: ({ value, seen }: Write) => {
      const body = { ...bodyOf({ [field]: value }), expected: bodyOf({ [field]: seen }) };
      return call(updateLead, { params: { id: lead.id }, body: body as Body });
    },
    onMutate: ({ value }) => showLead(client, withValue(lead, field, value)),
    onSuccess: (saved) => {
      client.setQueryData(leadQuery(lead.id).queryKey, saved);
      showLead(client, saved);
      for (const { path } of [countLeads, leadFilterValues])
        void client.invalidateQueries({ queryKey: [path] });
      onSaved();
    },
    onError: () => showLead(client, lead),
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
    refused: error && !conflict ? refusedIn(error) : null,
    save: (value, seen) => mutation.mutate({ value, seen }),
    keepTheirs,
    clear: mutation.reset,
  };
}

function conflictIn(error: Error, field: string, wanted: FieldValue): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.reply.current === undefined) return null;
  return { current: currentOf(error.reply.current, field), changedBy: error.reply.changedBy, wanted };
}

function refusedIn(error: Error): Refused {
  if (!(error instanceof ApiError)) return { message: 'Not saved. Check your connection and try again.' };
  const message = error.serverMessage ?? 'Not saved. Please try again.';
  return { message, existingLeadId: error.reply.existingLeadId };
}

function withValue(lead: LeadDetail, field: string, value: FieldValue): LeadDetail {
  const custom = customFieldName(field);
  if (custom === null) return { ...lead, [field]: value ?? (field === 'tags' ? [] : null) };
  const { [custom]: _before, ...others } = lead.customData;
  const held = value === null || Array.isArray(value) ? others : { ...others, [custom]: value };
  return { ...lead, customData: held };
}
