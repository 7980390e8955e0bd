import { Button } from '../../../ui/button.tsx';
import type { CellProblem } from '../cell-marks.ts';
import { FieldProblem } from '../drawer/field-problem.tsx';
import type { Conflict } from '../drawer/use-field-save.ts';
import type { CellBox } from './cell-box.ts';

const NOTICE_PX = 288;

export interface CellNoticeProps {
  label: string;
  problem: CellProblem;
  box: CellBox;
  onOpen: (id: string) => void;
  onDismiss: () => void;
  onOverwrite: (conflict: Conflict) => void;
  onKeepTheirs: () => void;
}

/** Problem of the focused cell, shown below it. */
export function CellNotice(props: CellNoticeProps) {
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
