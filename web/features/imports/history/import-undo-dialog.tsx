import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ImportRecord, type ImportUndo, type KeptLead, undoImport } from '#contract/imports.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { refreshAfterImport } from '../results/queries.ts';

export interface ImportUndoDialogProps {
  record: ImportRecord;
  /** The undo has started; it continues on the server. */
  onBegun: () => void;
  onClose: () => void;
}

export function ImportUndoDialog({ record, onBegun, onClose }: ImportUndoDialogProps) {
  const client = useQueryClient();
  const again = record.undo !== null;
  const undo = useMutation({
    mutationFn: () => callApi(undoImport, { params: { id: record.id } }),
    onSuccess: onBegun,
    onError: (error) => showReason(error, "Couldn't undo the import", 'Check your connection and try again.'),
    onSettled: () => {
      refreshAfterImport(client);
      onClose();
    },
  });
  return (
    <ActionDialog
      onClose={onClose}
      title={`Undo the import of ${record.filename}?`}
      description={undoConsequences(record).join(' ')}
      cancel="Keep Import"
      action={again ? 'Continue Undo' : 'Undo Import'}
      destructive
      pending={undo.isPending}
      pendingText="Starting..."
      onAction={() => undo.mutate()}
    />
  );
}

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
