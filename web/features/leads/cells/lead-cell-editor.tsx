import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { TagInput } from '../../../ui/tag-input.tsx';
import type { CellProblem } from '../cell-marks.ts';
import {
  type EditableField,
  type FieldValue,
  fieldValueOf,
  readValue,
  valueText,
} from '../fields/editable-fields.ts';
import { FieldControl } from '../fields/field-control.tsx';
import { filterValuesQuery } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

/** Cell position in the table, in CSS pixels. */
export interface CellBox {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Minimum width in CSS pixels. */
const EDITOR_PX = 200;

interface LeadCellEditorProps {
  lead: Lead;
  field: EditableField;
  box: CellBox;
  /** Problem of the previous attempt. */
  problem: CellProblem | undefined;
  /** Saves if the cell still has the value `seen`. */
  onSave: (value: FieldValue, seen: FieldValue) => void;
  /** 0 stays at the cell, 1 and -1 edit the next and previous cell, null leaves the focus alone. */
  onClose: (step: 0 | 1 | -1 | null) => void;
  onDismiss: () => void;
}

/** Edits a cell in place: Enter or blur saves, Tab saves and moves on, Escape cancels. */
export function LeadCellEditor(props: LeadCellEditorProps) {
  const { lead, field, box, problem, onSave, onClose, onDismiss } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  const { data: values } = useQuery(filterValuesQuery);
  const [seen] = useState(() => fieldValueOf(lead, field.field));
  const start = problem?.tone === 'negative' ? problem.wanted : seen;
  const [text, setText] = useState(() => valueText(start));
  const [tags, setTags] = useState(() => (Array.isArray(start) ? start : []));
  const [wrong, setWrong] = useState<string | null>(null);

  useEffect(() => {
    const control = frame.current?.querySelector<HTMLElement>('input, [role=combobox]');
    control?.focus({ preventScroll: true });
    if (control instanceof HTMLInputElement) control.select();
    // Opens a list at once, because viewing the value needs no editor.
    else control?.click();
    frame.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);

  function finish(step: 0 | 1 | -1 | null, value?: FieldValue) {
    if (done.current) return;
    done.current = true;
    if (value === undefined) onDismiss();
    else onSave(value, seen);
    onClose(step);
  }

  /** Saves valid text. */
  function commit(step: 0 | 1 | -1 | null, given: string) {
    if (field.editor === 'tags') return finish(step, tagsWith(tags, given));
    const read = readValue(field.editor, given);
    if ('error' in read) setWrong(read.error);
    else if (read.value === null && field.editor === 'status') finish(step);
    else finish(step, read.value);
  }

  /** Text in the control, or the unfinished tag. */
  const typed = () => frame.current?.querySelector('input')?.value ?? text;

  // Captured to run before the control's own key handling.
  function onKeyDown(event: KeyboardEvent) {
    const inList = event.target instanceof HTMLElement && !frame.current?.contains(event.target);
    if (inList) return;
    const isList = field.editor === 'status' || field.editor === 'boolean';
    if (event.key === 'Escape') {
      event.preventDefault();
      finish(0);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      commit(event.shiftKey ? -1 : 1, isList ? text : typed());
    } else if (event.key === 'Enter' && !isList) {
      // The first Enter adds the unfinished tag, the second saves.
      if (field.editor === 'tags' && typed() !== '') return;
      event.preventDefault();
      event.stopPropagation();
      commit(0, typed());
    }
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    // The sign-in dialog of an ended session returns to the editor.
    const isInterrupted =
      relatedTarget instanceof Element && relatedTarget.closest('[data-interrupts]') !== null;
    if (field.editor === 'tags' && !isInterrupted && !frame.current?.contains(relatedTarget))
      commit(null, typed());
  }

  const shownProblem = wrong ?? (problem?.tone === 'negative' ? problem.message : null);
  const control = {
    id,
    'aria-label': `${field.label} of ${leadName(lead)}`,
    ...(shownProblem !== null && { 'aria-describedby': `${id}-problem`, 'aria-invalid': true as const }),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside takes the keys
    <div
      ref={frame}
      style={{ top: box.top, left: box.left, width: Math.max(box.width, EDITOR_PX) }}
      className="absolute z-4 rounded-control bg-raised shadow-float [&_input]:text-13"
      onKeyDownCapture={onKeyDown}
      onBlur={onBlur}
    >
      {field.editor === 'tags' ? (
        <TagInput
          {...control}
          value={tags}
          suggestions={values?.tags ?? []}
          onChange={setTags}
          className="min-h-9"
        />
      ) : (
        <FieldControl
          {...control}
          field={field}
          text={text}
          onText={setText}
          onCommit={(given) =>
            commit(field.editor === 'status' || field.editor === 'boolean' ? 0 : null, given)
          }
          onCancel={() => finish(0)}
        />
      )}
      {shownProblem !== null && (
        <p id={`${id}-problem`} role="alert" className="px-3 py-1.5 text-13 text-negative">
          {shownProblem}
        </p>
      )}
    </div>
  );
}

function tagsWith(tags: readonly string[], typed: string): string[] {
  const given = typed.split(/[,;|]/).map((tag) => tag.trim());
  return [...new Set([...tags, ...given.filter((tag) => tag !== '')])];
}
