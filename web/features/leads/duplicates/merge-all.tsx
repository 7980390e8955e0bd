import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type LeftGroup, mergeAllDuplicates, previewMergeAll } from '#contract/merges.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { cancelOperation, followOperation, operationToast } from '../../../lib/operations.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { showReason } from '../../../lib/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { undoAction } from '../bulk/run-bulk-action.ts';
import { refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

type Preview = ReplyOf<typeof previewMergeAll>;

const BAND = 'certain' as const;

const LEFT: Record<LeftGroup, string> = {
  uncertain: 'may be different people with one mailbox or phone',
  conflict: 'hold different values in a custom field',
  suppressed: 'have a lead on a suppression list',
  sold: 'have several sold leads',
  owners: 'have leads of different owners',
};

/** Button and dialog that merge all certain duplicates. */
export function MergeAll() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Merge All Certain</Button>
      {open && <MergeAllDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function MergeAllDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...queryOf(previewMergeAll, { query: { band: BAND } }), staleTime: 0, gcTime: 0 });
  const { data, error, isFetchedAfterMount } = query;
  const { moved, starting, run } = useMergeAll(onClose);
  const groups = data?.groups ?? 0;
  return (
    <Dialog
      onClose={onClose}
      title="Merge All Certain Duplicates"
      description="Empty fields are filled from the leads that go to the bin. Notes, sales, tags, consents and timelines are kept. You can undo this."
      footer={
        moved === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              disabled={!isFetchedAfterMount || groups === 0}
              pending={starting}
              pendingText="Starting..."
              onClick={() => void run()}
            >
              Merge {formatCount(groups, 'Group')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => void cancelOperation(moved.now.id)}>Cancel Merge</Button>
            <Button onClick={onClose}>Close</Button>
          </>
        )
      }
    >
      {moved !== null ? (
        <JobProgress
          label="Merge progress"
          noun="group"
          at={moved.at}
          done={moved.now.done}
          total={moved.now.total}
          note="You can close this. It continues in the background."
        />
      ) : error ? (
        <QueryError title="Failed to fetch the preview" query={query} />
      ) : data === undefined || !isFetchedAfterMount ? (
        <SkeletonLines widths={['w-64', 'w-52', 'w-72']} />
      ) : (
        <PreviewText preview={data} />
      )}
    </Dialog>
  );
}

function useMergeAll(onClose: () => void) {
  const [moved, setMoved] = useState<{ now: BulkOperation; at: number } | null>(null);
  const [starting, setStarting] = useState(false);
  const onMove = (now: BulkOperation) => setMoved({ now, at: Date.now() });

  async function run() {
    setStarting(true);
    try {
      const started = await callApi(mergeAllDuplicates, { body: { band: BAND } });
      onMove(started);
      const ended = await followOperation(started, onMove);
      if (ended.status === 'failed') throw new Error('The merge failed');
      const title = ended.status === 'canceled' ? 'Merge canceled' : 'Duplicates merged';
      toast({ ...operationToast(title, ended), ...(ended.changed > 0 && undoAction(ended.id)) });
    } catch (error) {
      showReason(error, 'Merge failed', "Some groups couldn't be merged. Please try again.");
    } finally {
      refreshLeads(queryClient);
      onClose();
    }
  }

  return { moved, starting, run };
}

function PreviewText({ preview: { groups, leads, kept, left, examples } }: { preview: Preview }) {
  const decided = (Object.keys(LEFT) as LeftGroup[]).filter((reason) => (left[reason] ?? 0) > 0);
  return (
    <div className="flex flex-col gap-3 text-14">
      {groups === 0 ? (
        <p>There are no certain duplicates to merge.</p>
      ) : (
        <p>
          {formatCount(groups, 'group')} will become one lead{groups > 1 && ' each'}, and{' '}
          {formatCount(leads, 'lead')} will go to the bin.
        </p>
      )}
      {groups > 0 && (
        <List
          label="Which lead stays"
          rows={[
            ...(kept.sold > 0 ? [`The sold lead in ${formatCount(kept.sold, 'group')}`] : []),
            ...(kept.oldest > 0 ? [`The oldest lead in ${formatCount(kept.oldest, 'group')}`] : []),
          ]}
        />
      )}
      {examples.length > 0 && (
        <List
          label="Examples"
          rows={examples.map(
            ({ keep, merged }) =>
              `${detailOf(keep)} stays, ${merged.map(detailOf).join(', ')} ${merged.length === 1 ? 'goes' : 'go'} to the bin`,
          )}
        />
      )}
      {decided.length > 0 && (
        <List
          label="Left for you"
          rows={decided.map((reason) => `${formatCount(left[reason] ?? 0, 'group')} that ${LEFT[reason]}`)}
        />
      )}
    </div>
  );
}

function detailOf(lead: Preview['examples'][number]['keep']): string {
  const name = leadName(lead);
  const contact = lead.email ?? lead.phone;
  return contact === null || contact === name ? name : `${name} (${contact})`;
}

function List({ label, rows }: { label: string; rows: readonly string[] }) {
  return (
    <section aria-label={label}>
      <h3 className="text-13 font-medium text-muted">{label}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-13">
        {rows.map((row) => (
          <li key={row} className="break-words">
            {row}
          </li>
        ))}
      </ul>
    </section>
  );
}
