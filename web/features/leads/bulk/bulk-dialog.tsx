import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkAction, type BulkOperation, previewBulk } from '#contract/bulk.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { NoConsentNotice } from '../../../lib/no-consent.tsx';
import { NO_REASON, reasonOf } from '../../../lib/return-sale-dialog.tsx';
import { useSalePrice } from '../../../lib/sale-price.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Selection } from '../use-selection.ts';
import { actionOf, BULK_WORDS, type BulkInput } from './bulk-actions.ts';
import { BulkInputs } from './bulk-inputs.tsx';
import { BULK_TITLES, type BulkKind } from './bulk-titles.ts';
import { runBulkAction } from './run-bulk-action.ts';

export interface BulkDialogProps {
  kind: BulkKind;
  selection: Pick<Selection, 'target' | 'clear'>;
  onClose: () => void;
}

const EMPTY_INPUT: BulkInput = { status: '', tags: [], customerNumber: '', owners: null, note: '' };

/** Actions that take leads out of the list and end the selection. */
const MOVING: ReadonlySet<BulkKind> = new Set(['delete', 'restore']);

export function BulkDialog({ kind, selection, onClose }: BulkDialogProps) {
  const words = BULK_WORDS[kind];
  const [input, setInput] = useState<BulkInput>(EMPTY_INPUT);
  const [reason, setReason] = useState(NO_REASON);
  const price = useSalePrice(kind === 'markSold' ? input.customerNumber : '');
  const [moved, setMoved] = useState<{ now: BulkOperation; at: number } | null>(null);
  const [running, setRunning] = useState(false);
  const preview = useQuery({
    queryKey: [previewBulk.path, selection.target],
    queryFn: () => callApi(previewBulk, { body: { selection: selection.target } }),
    gcTime: 0,
  });
  const [asked, ask] = useAsked();
  const total = preview.data && preview.data.total - leftOut(kind, preview.data.noConsent);
  const action = actionOf(kind, { ...input, terms: price.terms, reason: reasonOf(reason) });

  async function run(chosen: BulkAction) {
    if (running || total === 0) return;
    setRunning(true);
    let started = false;
    const ended = await runBulkAction(selection.target, chosen, (now) => {
      started = true;
      setMoved({ now, at: Date.now() });
    });
    // Lets the user correct a rejected value.
    if (!started) return setRunning(false);
    if (ended && MOVING.has(kind)) selection.clear();
    onClose();
  }

  return (
    <ActionDialog
      onClose={onClose}
      title={BULK_TITLES[kind]}
      description={descriptionOf(kind, total)}
      cancel={running ? 'Close' : 'Cancel'}
      action={words.confirm(total === undefined ? 'Leads' : formatCount(total, 'Lead'))}
      destructive={kind === 'delete' || kind === 'purge'}
      disabled={total === undefined || total === 0}
      pending={running}
      pendingText={words.pending}
      onAction={(form) => (action === null ? ask(form) : void run(action))}
    >
      {preview.error && (
        <Notice tone="negative">
          {messageOf(preview.error, "Couldn't count the leads. Please try again.")}
        </Notice>
      )}
      {kind === 'markSold' && !moved && (
        <NoConsentNotice count={preview.data?.noConsent} left="stay unsold" />
      )}
      {moved ? (
        <JobProgress
          label={`${BULK_TITLES[kind]} progress`}
          noun="lead"
          at={moved.at}
          done={moved.now.done}
          total={moved.now.total}
          note="You can close this. It continues in the background."
        />
      ) : (
        <BulkInputs
          kind={kind}
          input={input}
          asked={asked}
          onInput={setInput}
          price={price}
          count={total}
          reason={reason}
          onReason={setReason}
          onStatus={(status) => void run({ type: 'status', status })}
        />
      )}
    </ActionDialog>
  );
}

/** Sales leave out leads without a required consent. */
function leftOut(kind: BulkKind, noConsent = 0): number {
  return kind === 'markSold' ? noConsent : 0;
}

function descriptionOf(kind: BulkKind, total: number | undefined): string {
  if (total === undefined) return 'Counting the leads…';
  const leads = formatCount(total, 'lead');
  if (kind === 'delete') return `${leads} will go to the bin and can be restored for 30 days.`;
  if (kind === 'purge')
    return `${leads} will be deleted forever, with all notes and history. This can't be undone.`;
  if (kind === 'restore')
    return `${leads} will leave the bin. Leads whose email or phone is now in use won't be restored.`;
  if (kind === 'setField') return `${leads} will be changed. Leads that can't have the value are skipped.`;
  if (kind === 'markSold')
    return `${leads} will be marked as sold. Leads already sold to another customer are skipped.`;
  if (kind === 'returnSale')
    return `${leads} will be available again. Leads that aren't sold are skipped. Sales stay in the history.`;
  return `${leads} will be changed.`;
}
