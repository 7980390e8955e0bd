import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createDemoData, getDemoData, removeDemoData, SAMPLE_LEADS } from '#contract/demo-data.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { queryOf } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';

const route = getRouteApi('/protected/');
const sampleQuery = queryOf(getDemoData, {});

interface SampleDataProps {
  /** No leads and no imports. */
  isEmpty: boolean;
}

/** Lets administrators create sample data without leads, and remove it. */
export function SampleData({ isEmpty }: SampleDataProps) {
  const { user } = route.useRouteContext();
  const { data } = useQuery({ ...sampleQuery, enabled: user?.isAdmin === true });
  if (data === undefined || (data.leads === null && !isEmpty)) return null;
  return data.leads === null ? <Offer /> : <Removal leads={data.leads} />;
}

function Offer() {
  const { change, isPending } = useChange(createDemoData, {
    done: 'Sample data added',
    failed: "Couldn't add the sample data",
  });
  return (
    <Notice
      title="No file yet?"
      action={
        <Button variant="secondary" size="small" pending={isPending} pendingText="Adding…" onClick={change}>
          Try It with Sample Data
        </Button>
      }
    >
      {`Explore with ${formatCount(SAMPLE_LEADS, 'made-up lead')}. You can remove them with one click.`}
    </Notice>
  );
}

function Removal({ leads }: { leads: number }) {
  const { change, isPending } = useChange(removeDemoData, {
    done: 'Sample data removed',
    failed: "Couldn't remove the sample data",
  });
  return (
    <Notice
      title={`You have ${formatCount(leads, 'sample lead')}`}
      action={
        <Button variant="secondary" size="small" pending={isPending} pendingText="Removing…" onClick={change}>
          Remove Sample Data
        </Button>
      }
    >
      This also removes any changes you made to them. Your own leads stay.
    </Notice>
  );
}

/** Returns a function that makes the call and reports the result. */
function useChange(
  endpoint: typeof createDemoData | typeof removeDemoData,
  { done, failed }: { done: string; failed: string },
) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(endpoint, {}),
    onSuccess: () => void toast({ title: done }),
    onError: (error) =>
      void toast({
        tone: 'destructive',
        title: failed,
        description: messageOf(error, 'Please try again.'),
      }),
    onSettled: () => refetchTouched(client, [...LEAD_TOPICS, 'imports']),
  });
  return { change: () => mutate(), isPending };
}
