import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Lead } from '#contract/leads.ts';
import { blockOfRange, pasteBlock, readBlock, writeBlock } from '../../../lib/cells/cell-block.ts';
import { type GridSelection, selectedRange } from '../../../lib/cells/grid-selection.ts';
import { cellAt } from '../../../lib/cells/use-cell-focus.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { CellName, CellProblem } from '../cell-marks.ts';
import { type EditableField, fieldValueOf } from '../fields/editable-fields.ts';
import { isForList } from '../keys.ts';
import type { ShownColumn } from '../lead-columns.ts';
import { forgetPasteUndo, keepPasteUndo, takePasteUndo } from '../paste-undo.ts';
import { pasteOutcome, pasteUndoOutcome } from './paste-outcome.ts';
import { copiedText, pastedEdits } from './pasted-cells.ts';
import { type LeadCellEdits, type LeadValues, refreshCounts, saveLead } from './save-lead.ts';

const CONCURRENT_SAVES = 4;

/** Marks a cell's problem; null clears it. */
type NoteCell = (cell: CellName, problem: CellProblem | null) => void;

interface SavedCells {
  /** Numbers of cells. */
  saved: number;
  refused: number;
  /** Restores the saved cells unless they change again. */
  undo: LeadCellEdits[];
}

/** Saves cells with a request per lead, and marks rejected cells. */
async function saveCells(
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

export interface CellClipboardOptions {
  leads: readonly Lead[];
  columns: readonly ShownColumn[];
  selection: GridSelection;
  onSelect: (selection: GridSelection) => void;
  /** Returns null for read-only cells. */
  fieldOf: (lead: Lead, column: ShownColumn) => EditableField | null;
  note: NoteCell;
}

/**
 * Copies and pastes cells as tab-separated text; Ctrl/Meta+Z undoes a paste. Listens on the
 * document, because no element holds a selection.
 */
export function useCellClipboard(options: CellClipboardOptions): void {
  const client = useQueryClient();
  const { leads, columns, selection, onSelect, fieldOf, note } = options;
  const range = selectedRange(selection);

  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!isOnCell(event) || window.getSelection()?.isCollapsed === false) return;
    const block = blockOfRange(range, (row, column) => {
      const [lead, shown] = [leads[row], columns[column]];
      return lead && shown && copiedText(lead, shown.field);
    });
    if (block === null) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', writeBlock(block));
  });

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isOnCell(event) || text === '') return;
    event.preventDefault();
    void paste(text);
  });

  async function paste(text: string) {
    const size = { rows: leads.length, columns: columns.length };
    const pasted = pasteBlock(readBlock(text), range, size);
    if (pasted === null) return;
    const { cells, cut, selection: changed } = pasted;
    onSelect(changed);
    const { edits, readOnly } = pastedEdits(cells, leads, (lead, column) => {
      const shown = columns[column];
      return shown ? fieldOf(lead, shown) : null;
    });
    const readOnlyColumns = new Set(readOnly.flatMap(({ column }) => columns[column]?.label ?? []));
    const { saved, refused, undo } = await saveCells(client, edits, note);
    const putBack = () => void undoPaste(undo);
    if (saved > 0) keepPasteUndo(putBack);
    toast({
      ...pasteOutcome({
        saved,
        refused,
        cut,
        readOnly: readOnly.length,
        readOnlyColumns: [...readOnlyColumns],
      }),
      ...(saved > 0 && { action: { label: 'Undo', onAction: () => takePasteUndo()?.() } }),
    });
  }

  async function undoPaste(edits: readonly LeadCellEdits[]) {
    const { saved, refused } = await saveCells(client, edits, () => undefined);
    toast(pasteUndoOutcome({ saved, refused }));
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || !isForList(event)) return;
    const undo = takePasteUndo();
    if (undo === null) return;
    // Otherwise the undo of the last operation would open.
    event.preventDefault();
    undo();
  });

  useEffect(() => {
    const copy = (event: ClipboardEvent) => onCopy(event);
    const paste = (event: ClipboardEvent) => onPaste(event);
    const keyDown = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    document.addEventListener('keydown', keyDown);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
      document.removeEventListener('keydown', keyDown);
      forgetPasteUndo();
    };
  }, []);
}

/** False while a text is edited. */
function isOnCell({ defaultPrevented }: ClipboardEvent): boolean {
  const focused = document.activeElement;
  return !defaultPrevented && focused instanceof HTMLElement && !isInput(focused) && cellAt(focused) !== null;
}

function isInput(element: HTMLElement): boolean {
  return element.matches('input, textarea') || element.isContentEditable;
}
