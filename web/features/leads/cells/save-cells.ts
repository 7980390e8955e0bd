import type { QueryClient } from '@tanstack/react-query';
import { formatCount, formatList, formatNumber } from '../../../lib/format.ts';
import { type ToastMessage, toast } from '../../../ui/toast-store.ts';
import type { CellName, CellProblem } from '../cell-marks.ts';
import { keepCellUndo, takeCellUndo } from '../cell-undo.ts';
import { fieldValueOf } from '../fields/editable-fields.ts';
import { type LeadCellEdits, type LeadValues, refreshCounts, saveLead } from '../save-lead.ts';

const CONCURRENT_SAVES = 4;

/** Marks a cell's problem; null clears it. */
export type NoteCell = (cell: CellName, problem: CellProblem | null) => void;

interface SavedCells {
  /** Numbers of cells. */
  saved: number;
  refused: number;
  /** Restores the saved cells unless they change again. */
  before: LeadCellEdits[];
}

/** Saves cells, marks rejected cells, and keeps the undo of the others for Ctrl/Meta+Z, even before the server has answered. */
export async function saveCells(client: QueryClient, edits: readonly LeadCellEdits[], note: NoteCell) {
  const saving = writeCells(client, edits, note);
  async function restore() {
    const { before } = await saving;
    if (before.length > 0) toast(pasteUndoOutcome(await writeCells(client, before, () => undefined)));
  }
  const undo = () => void restore();
  keepCellUndo(undo);
  const { saved, refused } = await saving;
  if (saved === 0) takeCellUndo(undo);
  return { saved, refused, undo };
}

/** Saves cells with a request per lead, and marks rejected cells. */
async function writeCells(
  client: QueryClient,
  edits: readonly LeadCellEdits[],
  note: NoteCell,
): Promise<SavedCells> {
  const outcome: SavedCells = { saved: 0, refused: 0, before: [] };
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
  const values: Record<string, LeadValues[string]> = {};
  const seen: Record<string, LeadValues[string]> = {};
  for (const [field, value] of Object.entries(edit.seen)) {
    const problem = problems[field] ?? null;
    note({ lead: edit.lead.id, field }, problem);
    if (problem?.tone === 'negative') {
      outcome.refused += 1;
      continue;
    }
    outcome.saved += 1;
    values[field] = value;
    seen[field] = fieldValueOf(current, field);
  }
  if (Object.keys(values).length > 0) outcome.before.push({ lead: current, values, seen });
}

interface PasteCounts {
  saved: number;
  /** Rejected by the server. */
  refused: number;
  readOnly: number;
  readOnlyColumns: readonly string[];
  /** Texts beyond the last row or column. */
  cut: number;
}

/** Describes a paste: saved cells, and why others weren't. */
export function pasteOutcome({ saved, refused, readOnly, readOnlyColumns, cut }: PasteCounts): ToastMessage {
  const reasons = [
    ...(refused > 0 ? [`${formatNumber(refused)} not saved: see the marked cells.`] : []),
    ...(readOnly > 0
      ? [`${formatNumber(readOnly)} skipped: ${formatList(readOnlyColumns)} can't be changed here.`]
      : []),
    ...(cut > 0 ? [`${formatNumber(cut)} didn't fit on this page.`] : []),
  ];
  const description = reasons.join(' ');
  if (saved > 0) {
    const title = `${formatCount(saved, 'cell')} pasted`;
    return description === '' ? { title } : { tone: 'caution', title, description };
  }
  if (refused > 0) return { tone: 'destructive', title: 'Nothing pasted', description };
  const same = 'The cells already have these values.';
  return { tone: 'neutral', title: 'Nothing pasted', description: description === '' ? same : description };
}

export function pasteUndoOutcome({ saved, refused }: Pick<PasteCounts, 'saved' | 'refused'>): ToastMessage {
  const restored = `${formatCount(saved, 'cell')} restored`;
  if (refused === 0) return { title: 'Undone', description: restored };
  const kept = `${formatCount(refused, 'cell')} kept because of later changes`;
  return saved === 0
    ? { tone: 'neutral', title: 'Nothing undone', description: kept }
    : { tone: 'caution', title: 'Undone in part', description: `${restored}, ${kept}` };
}
