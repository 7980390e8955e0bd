import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Lead } from '#contract/leads.ts';
import { type GridSelection, selectCell } from '../../../lib/cells/grid-selection.ts';
import { Button } from '../../../ui/button.tsx';
import { type CellName, type CellProblem, type CellProblems, type Conflict, cellKey } from '../cell-marks.ts';
import { RowCallKey } from '../drawer/call-outcomes.tsx';
import { FieldProblem } from '../drawer/field-problem.tsx';
import {
  type EditableField,
  editableSections,
  type FieldValue,
  isReadOnly,
  sameFieldValue,
} from '../fields/editable-fields.ts';
import type { ShownColumn } from '../lead-columns.ts';
import { customFieldsQuery } from '../queries.ts';
import { BOX_PX, HEAD_PX, ROW_PX } from '../table/table-size.ts';
import type { Density } from '../table/use-table-preferences.ts';
import type { CellBox } from './lead-cell-editor.tsx';
import { LeadCellEditor } from './lead-cell-editor.tsx';
import { saveCells } from './save-cells.ts';
import { useCellClipboard } from './use-cell-clipboard.ts';

const NOTICE_PX = 288;

interface CellNoticeProps {
  label: string;
  problem: CellProblem;
  box: CellBox;
  onOpen: (id: string) => void;
  onDismiss: () => void;
  onOverwrite: (conflict: Conflict) => void;
  onKeepTheirs: () => void;
}

function CellNotice(props: CellNoticeProps) {
  const { label, problem, box, onOpen, onDismiss, onOverwrite, onKeepTheirs } = props;
  return (
    <div
      style={{
        top: box.top + box.height + 4,
        left: Math.max(8, box.left + Math.min(0, box.width - NOTICE_PX)),
        width: NOTICE_PX,
      }}
      className="absolute z-4 rounded-card bg-raised p-2 text-13 shadow-float"
    >
      <FieldProblem
        id="cell-problem"
        label={label}
        message={problem.tone === 'negative' ? problem.message : null}
        existingLeadId={problem.existingLeadId}
        conflict={problem.conflict ?? null}
        onOpen={onOpen}
        onKeepTheirs={onKeepTheirs}
        onOverwrite={onOverwrite}
      />
      {problem.tone === 'caution' && (
        <p role="status" className="px-2 py-1 text-caution">
          Saved, but please check: {problem.message}.
        </p>
      )}
      {!problem.conflict && (
        <Button size="small" variant="quiet" className="mt-1" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>
  );
}

interface CellToolsProps {
  leads: readonly Lead[];
  columns: readonly ShownColumn[];
  /** CSS pixels. */
  widths: readonly number[];
  density: Density;
  selection: GridSelection;
  onSelect: (selection: GridSelection) => void;
  editing: CellName | null;
  onEdit: (cell: CellName | null) => void;
  problems: CellProblems;
  onProblems: (change: (before: CellProblems) => CellProblems) => void;
  onOpen: (id: string) => void;
}

/** Edits cells in place and shows their problems; logs a call of the focused row. */
export function CellTools(props: CellToolsProps) {
  const called = props.leads[props.selection.focus.row];
  return (
    <>
      {called && <RowCallKey lead={called} />}
      <CellEditing {...props} />
    </>
  );
}

function CellEditing(props: CellToolsProps) {
  const { leads, columns, selection, onSelect, editing, onEdit, problems, onProblems } = props;
  const { data: customFields } = useQuery(customFieldsQuery);
  const fields = useMemo(() => {
    const all = editableSections(customFields ?? []).flatMap((section) => section.fields);
    return new Map(all.map((field) => [field.field, field]));
  }, [customFields]);

  /** Returns null for read-only cells. */
  function fieldOf(lead: Lead, { field }: ShownColumn): EditableField | null {
    return isReadOnly(lead, field) ? null : (fields.get(field) ?? null);
  }

  const saves = useCellSaves(onProblems);
  useCellClipboard({ leads, columns, selection, onSelect, fieldOf, note: saves.note });

  /** Edits the next editable cell in reading order. */
  function editNext(row: number, column: number, step: 1 | -1) {
    const end = leads.length * columns.length;
    for (let at = row * columns.length + column + step; at >= 0 && at < end; at += step) {
      const to = { row: Math.floor(at / columns.length), column: at % columns.length };
      const [lead, shown] = [leads[to.row], columns[to.column]];
      if (!lead || !shown || !fieldOf(lead, shown)) continue;
      onSelect(selectCell(to.row, to.column));
      onEdit({ lead: lead.id, field: shown.field });
      return;
    }
    onSelect(selectCell(row, column));
  }

  const { focus } = selection;
  const at = editing
    ? {
        row: leads.findIndex(({ id }) => id === editing.lead),
        column: columns.findIndex(({ field }) => field === editing.field),
      }
    : focus;
  const [lead, column] = [leads[at.row], columns[at.column]];
  if (!lead || !column) return null;
  const name = { lead: lead.id, field: column.field };
  const problem = problems.get(cellKey(name));
  const field = fieldOf(lead, column);
  const box = boxOf(props, at);

  if (editing && field) {
    return (
      <LeadCellEditor
        key={cellKey(name)}
        lead={lead}
        field={field}
        box={box}
        problem={problem}
        onSave={(value, seen) => saves.save(lead, column.field, value, seen)}
        onClose={(step) => {
          onEdit(null);
          if (step === 0) onSelect(selectCell(at.row, at.column));
          else if (step !== null) editNext(at.row, at.column, step);
        }}
        onDismiss={() => saves.note(name, null)}
      />
    );
  }
  if (!problem || editing) return null;
  return (
    <CellNotice
      label={column.label}
      problem={problem}
      box={box}
      onOpen={props.onOpen}
      onDismiss={() => saves.note(name, null)}
      onOverwrite={({ wanted, current }) => saves.save(lead, column.field, wanted, current)}
      onKeepTheirs={() => saves.note(name, null)}
    />
  );
}

function boxOf({ widths, density }: CellToolsProps, at: { row: number; column: number }): CellBox {
  const height = ROW_PX[density];
  return {
    top: HEAD_PX + at.row * height,
    left: widths.slice(0, at.column).reduce((sum, width) => sum + width, BOX_PX),
    width: widths[at.column] ?? 0,
    height,
  };
}

function useCellSaves(onProblems: (change: (before: CellProblems) => CellProblems) => void) {
  const client = useQueryClient();

  function note(cell: CellName, problem: CellProblem | null) {
    onProblems((before) => {
      const next = new Map(before);
      if (problem) next.set(cellKey(cell), problem);
      else next.delete(cellKey(cell));
      return next;
    });
  }

  function save(lead: Lead, field: string, value: FieldValue, seen: FieldValue): void {
    note({ lead: lead.id, field }, null);
    if (sameFieldValue(value, seen)) return;
    void saveCells(client, [{ lead, values: { [field]: value }, seen: { [field]: seen } }], note);
  }

  return { save, note };
}
