import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { createDemoData, getDemoData, removeDemoData, SAMPLE_LEADS } from '#contract/demo-data.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { queryClient, queryOf } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { createStore } from '../../ui/store.ts';
import { toast } from '../../ui/toast-store.ts';

const route = getRouteApi('/protected/');
const sampleQuery = queryOf(getDemoData, {});
const CONSEQUENCE = 'This also removes any changes you made to them. Your own leads stay.';

interface SampleDataProps {
  /** No leads and no imports. */
  isEmpty: boolean;
}

export function SampleData({ isEmpty }: SampleDataProps) {
  const { user } = route.useRouteContext();
  const { data } = useQuery({ ...sampleQuery, enabled: user?.isAdmin === true });
  if (data === undefined || (data.leads === null && !isEmpty)) return null;
  return data.leads === null ? <Offer /> : <Removal leads={data.leads} />;
}

function Offer() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(createDemoData, {}),
    onSuccess: () => void toast({ title: 'Sample data added' }),
    onError: (error) => showReason(error, "Couldn't add the sample data"),
    onSettled: () => refetchTouched(client, [...LEAD_TOPICS, 'imports']),
  });
  return (
    <Notice
      title="No file yet?"
      action={
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          pendingText="Adding…"
          onClick={() => mutate()}
        >
          Try It with Sample Data
        </Button>
      }
    >
      {`Explore with ${formatCount(SAMPLE_LEADS, 'made-up lead')}. You can remove them at any time.`}
    </Notice>
  );
}

function Removal({ leads }: { leads: number }) {
  const isRemoving = useSyncExternalStore(removing.subscribe, removing.get);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Notice
        title={`You have ${formatCount(leads, 'sample lead')}`}
        action={
          <Button
            variant="secondary"
            size="small"
            pending={isRemoving}
            pendingText="Removing…"
            onClick={() => setAsking(true)}
          >
            Remove Sample Data
          </Button>
        }
      >
        {CONSEQUENCE}
      </Notice>
      {asking && (
        <ActionDialog
          onClose={close}
          title={`Remove ${formatCount(leads, 'Sample Lead')}?`}
          description={`They go for good, with their sales, notes and customers. ${CONSEQUENCE}`}
          action={`Remove ${formatCount(leads, 'Sample Lead')}`}
          destructive
          onAction={() => {
            close();
            startSampleRemoval(leads);
          }}
        />
      )}
    </>
  );
}

// The removal is final on the server, so that it starts once the time for Undo is over.

const UNDO_SECONDS = 10;

let timer: ReturnType<typeof setTimeout> | undefined;
const removing = createStore(false);

/** Removes the sample data, at once if the page is left, unless the user undoes it in time. */
function startSampleRemoval(leads: number): void {
  if (removing.get()) return;
  removing.set(true);
  timer = setTimeout(remove, UNDO_SECONDS * 1000);
  addEventListener('pagehide', remove);
  toast({
    tone: 'neutral',
    title: `Removing ${formatCount(leads, 'sample lead')}`,
    description: `You have ${UNDO_SECONDS} seconds to undo.`,
    action: { label: 'Undo', onAction: keep },
    duration: UNDO_SECONDS * 1000,
  });
}

function endWait(): void {
  clearTimeout(timer);
  timer = undefined;
  removeEventListener('pagehide', remove);
}

function keep(): void {
  if (timer === undefined) return;
  endWait();
  removing.set(false);
  toast({ title: 'Sample data kept', description: 'Nothing was removed.' });
}

async function remove(): Promise<void> {
  endWait();
  try {
    await callApi(removeDemoData, {}, undefined, { keepalive: true });
    toast({ title: 'Sample data removed' });
  } catch (error) {
    showReason(error, "Couldn't remove the sample data");
  }
  refetchTouched(queryClient, [...LEAD_TOPICS, 'imports']);
  removing.set(false);
}
