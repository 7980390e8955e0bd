import type { ImportRecord, ImportUndo, ReportRow } from '#contract/imports.ts';
import type { Tone } from '../../../ui/tone.ts';

interface Word {
  label: string;
  tone: Tone;
}

export const IMPORT_STATES: Record<ImportRecord['status'], Word> = {
  completed: { label: 'Completed', tone: 'positive' },
  failed: { label: 'Failed', tone: 'negative' },
  processing: { label: 'Processing', tone: 'info' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
};

export const UNDO_STATES: Record<ImportUndo['status'], Word> = {
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
