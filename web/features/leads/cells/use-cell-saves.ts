import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#contract/leads.ts';
import { type CellName, type CellProblem, type CellProblems, cellKey } from '../cell-marks.ts';
import { type FieldValue, fieldValueOf } from '../drawer/editable-fields.ts';
import { changedValues, type LeadCellEdits, type LeadValues, saveLead } from './save-lead.ts';

/** Leads that are saved at the same time. */
const AT_ONCE = 4;

/** A cell with the value to write into it. */
export interface CellWrite {
  lead: Lead;
  field: string;
  value: FieldValue;
}

/** Outcome of saving many leads. */
export interface SavedCells {
  saved: LeadCellEdits[];
  /** Number of cells that weren't saved. */
  failed: number;
}

/** Saves cells and keeps the problems of those that weren't saved as they are. */
export function useCellSaves(onProblems: (change: (before: CellProblems) => CellProblems) => void) {
  const client = useQueryClient();

  function note(lead: string, fields: readonly string[], found: Readonly<Record<string, CellProblem>>) {
    onProblems((before) => {
      const next = new Map(before);
      for (const field of fields) {
        const problem = found[field];
        if (problem) next.set(cellKey({ lead, field }), problem);
        else next.delete(cellKey({ lead, field }));
      }
      return next;
    });
  }

  /** Saves the values of a lead that differ from what the user saw. */
  async function saveOne(edit: LeadCellEdits): Promise<SavedCells> {
    const { lead, seen } = edit;
    const fields = Object.keys(edit.values);
    const values = changedValues(edit.values, seen);
    note(lead.id, fields, {});
    if (Object.keys(values).length === 0) return { saved: [], failed: 0 };
    const { problems, current } = await saveLead(client, { lead, values, seen });
    note(lead.id, Object.keys(problems), problems);
    const kept = Object.keys(values).filter((field) => problems[field]?.tone !== 'negative');
    // As stored, which is what an undo expects to find.
    const stored = Object.fromEntries(kept.map((field) => [field, fieldValueOf(current, field)]));
    return {
      saved: kept.length > 0 ? [{ lead, values: stored, seen }] : [],
      failed: Object.keys(values).length - kept.length,
    };
  }

  /** Saves many leads, a few at a time. */
  async function saveMany(edits: readonly LeadCellEdits[]): Promise<SavedCells> {
    const done: SavedCells[] = [];
    const waiting = [...edits];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) done.push(await saveOne(next));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return {
      saved: done.flatMap(({ saved }) => saved),
      failed: done.reduce((sum, { failed }) => sum + failed, 0),
    };
  }

  return {
    save: (lead: Lead, field: string, value: FieldValue, seen: FieldValue) =>
      saveOne({ lead, values: { [field]: value }, seen: { [field]: seen } }),
    saveMany,
    note: ({ lead, field }: CellName, problem: CellProblem | null) =>
      note(lead, [field], problem ? { [field]: problem } : {}),
  };
}

export type CellSaves = ReturnType<typeof useCellSaves>;

/** Groups cells by lead, with the values that the user sees. */
export function editsByLead(cells: readonly CellWrite[]): LeadCellEdits[] {
  return [...Map.groupBy(cells, ({ lead }) => lead)].map(([lead, own]) => ({
    lead,
    values: valuesOf(own, ({ value }) => value),
    seen: valuesOf(own, ({ field }) => fieldValueOf(lead, field)),
  }));
}

function valuesOf(cells: readonly CellWrite[], of: (cell: CellWrite) => FieldValue): LeadValues {
  return Object.fromEntries(cells.map((cell) => [cell.field, of(cell)]));
}
