import type { QueryClient } from '@tanstack/react-query';
import type { CellName, CellProblem } from '../cell-marks.ts';
import { fieldValueOf } from '../fields/editable-fields.ts';
import { type LeadCellEdits, type LeadValues, refreshCounts, saveLead } from './save-lead.ts';

/** Concurrent requests. */
const CONCURRENT_SAVES = 4;

/** Marks a cell's problem; null clears it. */
export type NoteCell = (cell: CellName, problem: CellProblem | null) => void;

interface SavedCells {
  /** Numbers of cells. */
  saved: number;
  refused: number;
  /** Restores the saved cells unless they change again. */
  undo: LeadCellEdits[];
}

/** Saves cells with a request per lead, and marks rejected cells. */
export async function saveCells(
  client: QueryClient,
  edits: readonly LeadCellEdits[],
  note: NoteCell,
): Promise<SavedCells> {
  const outcome: SavedCells = { saved: 0, refused: 0, undo: [] };
  const left = [...edits];
  async function work() {
    for (let edit = left.shift(); edit !== undefined; edit = left.shift()) {
      await saveOne(client, edit, note, outcome);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_SAVES }, work));
  refreshCounts(client);
  return outcome;
}

async function saveOne(
  client: QueryClient,
  edit: LeadCellEdits,
  note: NoteCell,
  outcome: SavedCells,
): Promise<void> {
  const { problems, current } = await saveLead(client, edit);
  const before: Record<string, LeadValues[string]> = {};
  const after: Record<string, LeadValues[string]> = {};
  for (const [field, value] of Object.entries(edit.seen)) {
    const problem = problems[field] ?? null;
    note({ lead: edit.lead.id, field }, problem);
    if (problem?.tone === 'negative') {
      outcome.refused += 1;
      continue;
    }
    outcome.saved += 1;
    before[field] = value;
    after[field] = fieldValueOf(current, field);
  }
  if (Object.keys(before).length > 0) outcome.undo.push({ lead: current, values: before, seen: after });
}
