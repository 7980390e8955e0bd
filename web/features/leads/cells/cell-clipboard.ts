import type { ClipboardEvent } from 'react';
import type { Lead } from '#contract/leads.ts';
import { pasteBlock, readBlock, writeBlock } from '../../../lib/cells/cell-block.ts';
import { type GridSelection, selectedRange } from '../../../lib/cells/grid-selection.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { EditableField } from '../drawer/editable-fields.ts';
import type { ShownColumn } from '../lead-columns.ts';
import { copiedText, readCellText } from './cell-texts.ts';
import { type CellSaves, type CellWrite, editsByLead } from './use-cell-saves.ts';

export interface CellClipboardOptions {
  leads: readonly Lead[];
  columns: readonly ShownColumn[];
  selection: GridSelection;
  onSelect: (selection: GridSelection) => void;
  /** Returns the field of a cell, or null if its value can't be changed. */
  fieldOf: (lead: Lead, column: ShownColumn) => EditableField | null;
  saves: CellSaves;
}

/** Copies the selected block of cells as tab-separated text, and pastes such text over cells. */
export function cellClipboard(options: CellClipboardOptions) {
  const { leads, columns, selection, onSelect, saves } = options;
  const range = selectedRange(selection);

  function onCopy(event: ClipboardEvent) {
    event.preventDefault();
    const shown = columns.slice(range.left, range.right + 1);
    const block = leads
      .slice(range.top, range.bottom + 1)
      .map((lead) => shown.map(({ field }) => copiedText(lead, field)));
    event.clipboardData.setData('text/plain', writeBlock(block));
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault();
    const size = { rows: leads.length, columns: columns.length };
    const block = pasteBlock(readBlock(event.clipboardData.getData('text/plain')), range, size);
    const last = block.cells.at(-1);
    if (!last) return;
    onSelect({
      anchor: { row: range.top, column: range.left },
      focus: { row: last.row, column: last.column },
    });
    const { writes, refused, sealed } = readPaste(options, block.cells);
    for (const { lead, field, message } of refused) {
      saves.note({ lead: lead.id, field }, { tone: 'negative', message, wanted: null });
    }
    void savePaste(saves, writes, { refused: refused.length, left: sealed + block.cut });
  }

  return { onCopy, onPaste };
}

interface RefusedCell {
  lead: Lead;
  field: string;
  message: string;
}

/** Reads the texts of pasted cells by the kinds of their fields. */
function readPaste(
  { leads, columns, fieldOf }: CellClipboardOptions,
  cells: readonly { row: number; column: number; text: string }[],
) {
  const writes: CellWrite[] = [];
  const refused: RefusedCell[] = [];
  let sealed = 0;
  for (const { row, column, text } of cells) {
    const [lead, shown] = [leads[row], columns[column]];
    if (!lead || !shown) continue;
    const field = fieldOf(lead, shown);
    const read = field && readCellText(field, text);
    if (!read) sealed += 1;
    else if ('error' in read) refused.push({ lead, field: shown.field, message: read.error });
    else writes.push({ lead, field: shown.field, value: read.value });
  }
  return { writes, refused, sealed };
}

async function savePaste(
  saves: CellSaves,
  writes: readonly CellWrite[],
  { refused, left }: { refused: number; left: number },
): Promise<void> {
  const edits = editsByLead(writes);
  const { saved, failed } = await saves.saveMany(edits);
  const wrong = refused + failed;
  const changed = saved.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
  const undo = () =>
    void saves.saveMany(
      saved.map(({ lead, values, seen }) => ({ lead, values: seenOf(values, seen), seen: values })),
    );
  toast({
    title: changed === 0 ? 'Nothing changed' : `${formatCount(changed, 'cell')} changed`,
    ...pasteProblems(wrong, left),
    ...(wrong > 0 && { tone: 'destructive' as const }),
    ...(changed > 0 && { action: { label: 'Undo', onAction: undo } }),
  });
}

function seenOf(values: Readonly<Record<string, unknown>>, seen: CellEditValues): CellEditValues {
  return Object.fromEntries(Object.keys(values).map((field) => [field, seen[field] ?? null]));
}

type CellEditValues = ReturnType<typeof editsByLead>[number]['seen'];

function pasteProblems(wrong: number, left: number): { description?: string } {
  const texts = [
    ...(wrong > 0
      ? [
          `${formatCount(wrong, 'cell')} ${wrong === 1 ? "wasn't" : "weren't"} saved and ${wrong === 1 ? 'is' : 'are'} marked.`,
        ]
      : []),
    ...(left > 0 ? [`${formatCount(left, 'cell')} can't be changed here.`] : []),
  ];
  return texts.length > 0 ? { description: texts.join(' ') } : {};
}
