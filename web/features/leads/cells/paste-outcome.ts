import { formatCount, formatList, formatNumber } from '../../../lib/format.ts';
import type { ToastMessage } from '../../../ui/toast-store.ts';

/** Cells of a paste by outcome. */
export interface PasteCounts {
  saved: number;
  /** Rejected by the server. */
  refused: number;
  readOnly: number;
  readOnlyColumns: readonly string[];
  /** Texts beyond the last row or column. */
  cut: number;
}

/** Describes a paste: saved cells, and why others weren't. */
export function pasteOutcome({ saved, refused, readOnly, readOnlyColumns, cut }: PasteCounts): ToastMessage {
  const reasons = [
    ...(refused > 0 ? [`${formatNumber(refused)} not saved: see the marked cells.`] : []),
    ...(readOnly > 0
      ? [`${formatNumber(readOnly)} skipped: ${formatList(readOnlyColumns)} can't be changed here.`]
      : []),
    ...(cut > 0 ? [`${formatNumber(cut)} didn't fit on this page.`] : []),
  ];
  const description = reasons.join(' ');
  if (saved > 0) {
    const title = `${formatCount(saved, 'cell')} pasted`;
    return description === '' ? { title } : { tone: 'caution', title, description };
  }
  if (refused > 0) return { tone: 'destructive', title: 'Nothing pasted', description };
  const same = 'The cells already have these values.';
  return { tone: 'neutral', title: 'Nothing pasted', description: description === '' ? same : description };
}

export function pasteUndoOutcome({ saved, refused }: Pick<PasteCounts, 'saved' | 'refused'>): ToastMessage {
  const restored = `${formatCount(saved, 'cell')} restored`;
  if (refused === 0) return { title: 'Undone', description: restored };
  const kept = `${formatCount(refused, 'cell')} kept because of later changes`;
  return saved === 0
    ? { tone: 'neutral', title: 'Nothing undone', description: kept }
    : { tone: 'caution', title: 'Undone in part', description: `${restored}, ${kept}` };
}
