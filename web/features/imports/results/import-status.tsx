import type { ImportRecord, ImportUndo, ReportRow } from '#contract/imports.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/tone.ts';

interface ImportStatusProps {
  record: Pick<ImportRecord, 'status' | 'undo'>;
  /** Shows only the latest status. */
  brief?: boolean;
}

export function ImportStatus({ record: { status, undo }, brief = false }: ImportStatusProps) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle tabular-nums">
      {!(brief && undo) && <Badge tone={IMPORT_STATES[status].tone}>{IMPORT_STATES[status].label}</Badge>}
      {undo !== null && (
        <Badge tone={UNDO_STATES[undo.status].tone}>
          {UNDO_STATES[undo.status].label}
          {undo.status === 'processing' && undo.total > 0 && (
            <> {formatNumber(Math.floor((undo.done / undo.total) * 100))}%</>
          )}
        </Badge>
      )}
    </span>
  );
}

interface Word {
  label: string;
  tone: Tone;
}

const IMPORT_STATES: Record<ImportRecord['status'], Word> = {
  completed: { label: 'Completed', tone: 'positive' },
  failed: { label: 'Failed', tone: 'negative' },
  processing: { label: 'Processing', tone: 'info' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
};

const UNDO_STATES: Record<ImportUndo['status'], Word> = {
  processing: { label: 'Undoing', tone: 'info' },
  completed: { label: 'Undone', tone: 'neutral' },
  failed: { label: 'Undo failed', tone: 'negative' },
};

export const ROW_OUTCOMES: Record<ReportRow['outcome'], Word> = {
  error: { label: 'Error', tone: 'negative' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  warning: { label: 'Warning', tone: 'caution' },
  fixed: { label: 'Edited', tone: 'neutral' },
};

/** Returns whether an import has changes to undo; failed undos can be repeated. */
export function canUndoImport({ status, undo, imported, updated }: ImportRecord): boolean {
  if (status === 'processing') return false;
  return undo === null ? imported + updated > 0 : undo.status === 'failed';
}
