import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Lead } from '#contract/leads.ts';
import {
  blockOfRange,
  type PastedCell,
  pasteBlock,
  readBlock,
  writeBlock,
} from '../../../lib/cells/cell-block.ts';
import { type GridSelection, selectedRange } from '../../../lib/cells/grid-selection.ts';
import { cellAt } from '../../../lib/cells/use-cell-focus.ts';
import { toast } from '../../../ui/toast-store.ts';
import { forgetCellUndos, takeCellUndo } from '../cell-undo.ts';
import {
  type EditableField,
  type FieldValue,
  fieldValueOf,
  sameFieldValue,
} from '../fields/editable-fields.ts';
import { isForList } from '../keys.ts';
import { fullName } from '../lead-cells.tsx';
import { NAME, type ShownColumn } from '../lead-columns.ts';
import type { LeadCellEdits, LeadValues } from '../save-lead.ts';
import { type NoteCell, pasteOutcome, saveCells } from './save-cells.ts';

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
 * Copies and pastes cells as tab-separated text; Ctrl/Meta+Z undoes edits and pastes. Listens on the
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
    toast({
      ...pasteOutcome({
        saved,
        refused,
        cut,
        readOnly: readOnly.length,
        readOnlyColumns: [...readOnlyColumns],
      }),
      ...(saved > 0 && { action: { label: 'Undo', onAction: () => takeCellUndo(undo)?.() } }),
    });
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || !isForList(event)) return;
    const undo = takeCellUndo();
    if (undo === undefined) return;
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
      forgetCellUndos();
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

interface PastedEdits {
  edits: LeadCellEdits[];
  readOnly: PastedCell[];
}

/** Returns a cell's clipboard text: the stored value, such as `2026-01-31`. */
export function copiedText(lead: Lead, field: string): string {
  if (field === NAME) return fullName(lead);
  const value = fieldValueOf(lead, field);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}

/** The server parses the text by the field's rules; commas separate tags. */
function pastedValue({ editor }: EditableField, text: string): FieldValue {
  const trimmed = text.trim();
  if (editor === 'tags') {
    const tags = trimmed.split(/[,;|]/).map((tag) => tag.trim());
    return [...new Set(tags.filter((tag) => tag !== ''))];
  }
  return trimmed === '' ? null : trimmed;
}

/** Groups changed cells by lead. */
export function pastedEdits(
  cells: readonly PastedCell[],
  leads: readonly Lead[],
  fieldAt: (lead: Lead, column: number) => EditableField | null,
): PastedEdits {
  const readOnly: PastedCell[] = [];
  const byLead = new Map<Lead, { values: LeadValues; seen: LeadValues }>();
  for (const cell of cells) {
    const lead = leads[cell.row];
    if (lead === undefined) continue;
    const field = fieldAt(lead, cell.column);
    if (field === null) {
      readOnly.push(cell);
      continue;
    }
    const seen = fieldValueOf(lead, field.field);
    const value = pastedValue(field, cell.text);
    if (sameFieldValue(value, seen) || cell.text.trim() === copiedText(lead, field.field)) continue;
    const { values = {}, seen: before = {} } = byLead.get(lead) ?? {};
    byLead.set(lead, {
      values: { ...values, [field.field]: value },
      seen: { ...before, [field.field]: seen },
    });
  }
  return { edits: [...byLead].map(([lead, edit]) => ({ lead, ...edit })), readOnly };
}
