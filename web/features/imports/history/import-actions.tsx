import { CircleStop, Undo2 } from 'lucide-react';
import type { ImportRecord } from '#contract/imports.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { canUndoImport } from '../results/import-states.ts';
import { ReportIconButton } from '../results/report-download.tsx';

export interface HistoryRequests {
  onOpen: (id: string) => void;
  onCancel: (record: ImportRecord) => void;
  onUndo: (record: ImportRecord) => void;
}

/** Actions on an import in its row. */
export function ImportActions({ record, onCancel, onUndo }: { record: ImportRecord } & HistoryRequests) {
  const { id, filename, status, problems } = record;
  const running = status === 'processing';
  return (
    <div className="flex justify-end gap-0.5">
      {!running && problems > 0 && <ReportIconButton importId={id} filename={filename} />}
      {running && (
        <IconButton
          icon={CircleStop}
          side="left"
          label={`Cancel import of ${filename}`}
          onClick={() => onCancel(record)}
        />
      )}
      {canUndoImport(record) && (
        <IconButton
          icon={Undo2}
          side="left"
          label={`Undo import of ${filename}`}
          onClick={() => onUndo(record)}
        />
      )}
    </div>
  );
}
