import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cleanupNoEmail } from '#contract/bulk.ts';
import type { CurrentUser } from '#contract/current-user.ts';
import { countLeads } from '#contract/leads.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { undoAction } from '../bulk/run-bulk-action.ts';
import type { LeadTask } from '../lead-actions.tsx';
import { refreshLeads } from '../queries.ts';
import type { ExportSource } from './export-choice.ts';
import { ExportFlow, InvalidPhonesFlow } from './export-flow.tsx';

/** Recounted whenever the dialog opens. */
const WITHOUT_EMAIL = { ...queryOf(countLeads, { query: { hasEmail: 'false' } }), staleTime: 0 };

function CleanDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(WITHOUT_EMAIL);
  const clean = useMutation({
    mutationFn: () => callApi(cleanupNoEmail, {}),
    onSuccess: ({ message, deletedCount, operationId }) => {
      toast(
        deletedCount === 0
          ? { tone: 'neutral', title: 'Nothing to clean up', description: 'Every lead has an email.' }
          : { title: 'Cleanup complete', description: message, ...(operationId && undoAction(operationId)) },
      );
      refreshLeads(client);
    },
    onError: () => showFailure('Cleanup failed', 'Failed to cleanup leads. Please try again.'),
    onSettled: onClose,
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Clean Leads Without Email"
      description={`${howMany(data?.total)} no email. This ignores your filters. They'll go to the bin and can be restored for 30 days.`}
      action={data === undefined ? 'Move to Bin' : `Move ${formatCount(data.total, 'Lead')} to Bin`}
      destructive
      pending={clean.isPending}
      pendingText="Cleaning..."
      onAction={() => clean.mutate()}
    />
  );
}

function howMany(total: number | undefined): string {
  if (total === undefined) return 'These leads have';
  return `${formatCount(total, 'lead')} ${total === 1 ? 'has' : 'have'}`;
}

export interface LeadTaskDialogProps {
  task: LeadTask;
  source: ExportSource;
  user: CurrentUser;
  onClose: () => void;
}

export function LeadTaskDialog({ task, ...flow }: LeadTaskDialogProps) {
  if (task === 'clean') return <CleanDialog onClose={flow.onClose} />;
  return task === 'export' ? <ExportFlow {...flow} /> : <InvalidPhonesFlow {...flow} />;
}
