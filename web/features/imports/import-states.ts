import type { ImportRecord, ImportUndo, ReportRow } from '#contract/imports.ts';
import type { Tone } from '../../ui/tone.ts';

interface Word {
  label: string;
  tone: Tone;
}

/** How an import stands, in a word. */
export const IMPORT_STATES: Record<ImportRecord['status'], Word> = {
  completed: { label: 'Completed', tone: 'positive' },
  failed: { label: 'Failed', tone: 'negative' },
  processing: { label: 'Processing', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

/** How the undo of an import stands. */
export const UNDO_STATES: Record<ImportUndo['status'], Word> = {
  processing: { label: 'Undoing', tone: 'info' },
  completed: { label: 'Undone', tone: 'neutral' },
  failed: { label: 'Undo failed', tone: 'negative' },
};

/** What became of a row that the report names. */
export const OUTCOMES: Record<ReportRow['outcome'], Word> = {
  error: { label: 'Error', tone: 'negative' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  warning: { label: 'Warning', tone: 'caution' },
};

/** Whether an import has anything to be undone, and nobody has begun with it. One that failed is taken up again. */
export function canUndo({ status, undo, imported, updated }: ImportRecord): boolean {
  if (status === 'processing') return false;
  return undo === null ? imported + updated > 0 : undo.status === 'failed';
}
