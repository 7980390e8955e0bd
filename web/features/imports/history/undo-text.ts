import type { ImportRecord, ImportUndo, KeptLead } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

/** Describes an undo's consequences, a sentence per kind of lead. */
export function undoConsequences({ imported, updated, undo, merge }: ImportRecord): string[] {
  const sentences = [
    merge !== null && merge.merged > 0 && !merge.undone && 'Merged duplicates become separate leads again.',
    imported > 0 &&
      `${formatCount(imported, 'created lead')} ${imported === 1 ? 'goes' : 'go'} to the bin and can be restored for 30 days.`,
    // A lead that occurs twice is updated twice.
    updated > 0 &&
      `${formatCount(updated, 'update')} ${updated === 1 ? 'is' : 'are'} reversed, field by field.`,
    'Leads edited since then are kept and listed.',
    undo !== null &&
      `${formatNumber(undo.done)} of ${formatCount(undo.total, 'lead')} ${undo.done === 1 ? 'was' : 'were'} undone before it stopped.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Summarizes an undo: '480 leads moved to the bin, 20 leads kept.' */
export function undoOutcome(
  { updated }: Pick<ImportRecord, 'updated'>,
  { undone, kept }: ImportUndo,
): string {
  const parts = [
    `${formatCount(undone, 'lead')} ${updated > 0 ? 'undone' : 'moved to the bin'}`,
    kept > 0 && `${formatCount(kept, 'lead')} kept`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

/** Returns a kept lead's name, else email or phone. */
export function keptName({ firstName, lastName, email, phone }: KeptLead): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || email || phone || 'A deleted lead';
}
