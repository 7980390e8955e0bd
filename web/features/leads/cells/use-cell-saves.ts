import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#contract/leads.ts';
import { type CellName, type CellProblem, type CellProblems, cellKey } from '../cell-marks.ts';
import { type FieldValue, sameFieldValue } from '../fields/editable-fields.ts';
import { refreshCounts, saveLead } from './save-lead.ts';

/** Saves cells and tracks their problems. */
export function useCellSaves(onProblems: (change: (before: CellProblems) => CellProblems) => void) {
  const client = useQueryClient();

  function note(lead: string, field: string, problem: CellProblem | null) {
    onProblems((before) => {
      const next = new Map(before);
      if (problem) next.set(cellKey({ lead, field }), problem);
      else next.delete(cellKey({ lead, field }));
      return next;
    });
  }

  /** Saves a changed value. */
  async function save(lead: Lead, field: string, value: FieldValue, seen: FieldValue): Promise<void> {
    note(lead.id, field, null);
    if (sameFieldValue(value, seen)) return;
    const edit = { lead, values: { [field]: value }, seen: { [field]: seen } };
    const { problems } = await saveLead(client, edit);
    refreshCounts(client);
    note(lead.id, field, problems[field] ?? null);
  }

  return {
    save,
    note: ({ lead, field }: CellName, problem: CellProblem | null) => note(lead, field, problem),
  };
}
