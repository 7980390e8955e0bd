import { CircleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { Conflict } from '../cell-marks.ts';
import type { FieldValue } from '../fields/editable-fields.ts';

export interface FieldProblemProps {
  id: string;
  label: string;
  /** Reason why saving failed; null if it didn't. */
  message: string | null;
  existingLeadId: string | undefined;
  conflict: Conflict | null;
  /** Unsaved value of an earlier visit. */
  left?: boolean;
  onSaveLeft?: () => void;
  onDiscardLeft?: () => void;
  onOpen: (id: string) => void;
  onKeepTheirs: () => void;
  onOverwrite: (conflict: Conflict) => void;
}

function conflictValueText(value: FieldValue): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'nothing';
  if (Array.isArray(value)) return `"${value.join(', ')}"`;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return `"${value}"`;
}

/** Problem of a field with ways to resolve it: rejected, unsaved or changed by another user. */
export function FieldProblem(props: FieldProblemProps) {
  const { id, label, message, existingLeadId, conflict, onOpen, onKeepTheirs, onOverwrite } = props;
  if (conflict) {
    return (
      <div id={id} role="alert" className="my-1 rounded-control bg-caution-tint px-3 py-2 text-13">
        <p className="break-words">
          <span className="font-medium text-caution">
            {conflict.changedBy ?? 'Someone else'} just changed this.
          </span>{' '}
          {label} is now {conflictValueText(conflict.current)}; you wrote {conflictValueText(conflict.wanted)}
          .
        </p>
        <div className="mt-2 flex gap-2">
          <Button size="small" onClick={onKeepTheirs}>
            Keep Theirs
          </Button>
          <Button size="small" onClick={() => onOverwrite(conflict)}>
            Overwrite
          </Button>
        </div>
      </div>
    );
  }
  if (message === null && props.left) {
    return (
      <div
        id={id}
        className="my-1 flex flex-wrap items-center gap-2 rounded-control bg-caution-tint px-3 py-2 text-13"
      >
        <p className="mr-auto">Not saved yet</p>
        <Button size="small" aria-label={`Discard ${label}`} onClick={props.onDiscardLeft}>
          Discard
        </Button>
        <Button size="small" aria-label={`Save ${label}`} onClick={props.onSaveLeft}>
          Save
        </Button>
      </div>
    );
  }
  if (message === null) return null;
  return (
    <p id={id} role="alert" className="flex gap-1.5 px-2 py-1 text-13 text-negative">
      <CircleAlert className="mt-0.75 size-3.5 shrink-0" aria-hidden />
      <span>
        {message}{' '}
        {existingLeadId !== undefined && (
          <button
            type="button"
            className="font-medium text-accent underline underline-offset-2"
            onClick={() => onOpen(existingLeadId)}
          >
            Open That Lead
          </button>
        )}
      </span>
    </p>
  );
}
