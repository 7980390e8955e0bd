import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LeadDetail } from '#contract/leads.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { CellProblem, Conflict } from '../cell-marks.ts';
import type { FieldValue } from '../fields/editable-fields.ts';
import { leadQuery } from '../queries.ts';
import { refreshCounts, saveLead } from '../save-lead.ts';

export interface FieldSave {
  saving: boolean;
  conflict: Conflict | null;
  refused: Pick<CellProblem, 'message' | 'existingLeadId'> | null;
  /** Saves `value` if the field still has the value `seen`. */
  save: (value: FieldValue, seen: FieldValue) => void;
  keepTheirs: () => void;
  clear: () => void;
}

type Write = { value: FieldValue; seen: FieldValue };

/** Saves a field optimistically; lists revert rejected values. */
export function useFieldSave(lead: LeadDetail, field: string, onSaved: () => void): FieldSave {
  const client = useQueryClient();
  const mutation = useMutation({
    // Starts offline too, so that the browser keeps the edit.
    networkMode: 'always',
    mutationFn: ({ value, seen }: Write) =>
      saveLead(client, { lead, values: { [field]: value }, seen: { [field]: seen } }),
    onSuccess: ({ problems }) => {
      if (problems[field]?.tone === 'negative') return;
      const warnings = Object.values(problems);
      if (warnings.length > 0)
        toast({ tone: 'caution', title: 'Saved, but please check', description: warningText(warnings) });
      refreshCounts(client);
      onSaved();
    },
  });
  const problem = mutation.data?.problems[field];
  const failed = problem?.tone === 'negative' ? problem : null;

  function keepTheirs() {
    mutation.reset();
    void client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
  }

  return {
    saving: mutation.isPending,
    conflict: failed?.conflict ?? null,
    refused: failed?.conflict ? null : failed,
    save: (value, seen) => mutation.mutate({ value, seen }),
    keepTheirs,
    clear: mutation.reset,
  };
}

export function warningText(warnings: readonly { message: string }[]): string {
  return `${warnings.map(({ message }) => message).join('. ')}.`;
}
