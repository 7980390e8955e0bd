import type { ImportRecord, ImportUndo, KeptLead } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';

/** What undoing an import does, a sentence for each kind of lead. */
export function undoConsequences({ imported, updated, undo }: ImportRecord): string[] {
  const sentences = [
    imported > 0 &&
      `${formatCount(imported, 'created lead')} ${imported === 1 ? 'goes' : 'go'} to the bin and can be restored for 30 days.`,
    // A lead that stands in a file twice is updated twice.
    updated > 0 &&
      `${formatCount(updated, 'update')} of leads ${updated === 1 ? 'is' : 'are'} put back, field by field.`,
    'Leads that were edited since are kept as they are and named.',
    undo !== null &&
      `${formatCount(undo.done, 'lead')} of ${formatNumber(undo.total)} were done before it stopped.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** How an undo ended, in one sentence such as '480 leads undone, 20 leads kept.' */
export function undoOutcome({ undone, kept }: ImportUndo): string {
  const parts = [`${formatCount(undone, 'lead')} undone`, kept > 0 && `${formatCount(kept, 'lead')} kept`];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

/** What a kept lead is called: its name, else how it is reached, else that it has gone. */
export function keptName({ firstName, lastName, email, phone }: KeptLead): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || email || phone || 'A lead that is gone';
}
