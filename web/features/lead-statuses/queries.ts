import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LeadStatusColor } from '#contract/lead-status-colors.ts';
import {
  createLeadStatus,
  deleteLeadStatus,
  type LeadStatusEntity,
  leadStatusUsage,
  orderLeadStatuses,
  updateLeadStatus,
} from '#contract/lead-statuses.ts';
import { callApi } from '../../lib/call-api.ts';
import { leadStatusesQuery } from '../../lib/lead-statuses.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { queryOf } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

export const statusUsageQuery = { ...queryOf(leadStatusUsage, {}), staleTime: 0 };

export interface StatusLook {
  name: string;
  color: LeadStatusColor;
}

function showStatusFailure(error: unknown): void {
  showReason(
    error,
    "Couldn't change the statuses",
    "Couldn't reach the server. Check your connection and try again.",
  );
}

export function useSaveStatus(
  status: LeadStatusEntity | null,
): UseMutationResult<LeadStatusEntity, Error, StatusLook> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StatusLook) =>
      status === null
        ? callApi(createLeadStatus, { body })
        : callApi(updateLeadStatus, { params: { id: status.id }, body }),
    onSuccess: (saved) => {
      client.setQueryData(leadStatusesQuery.queryKey, (all) =>
        status === null ? all && [...all, saved] : all?.map((one) => (one.id === saved.id ? saved : one)),
      );
      toast({ title: status === null ? 'Status added' : 'Status changed', description: saved.name });
      return refetchTouched(client, ['fields']);
    },
  });
}

export function useOrderStatuses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (statuses: readonly LeadStatusEntity[]) =>
      callApi(orderLeadStatuses, { body: { ids: statuses.map(({ id }) => id) } }),
    onMutate: (statuses) => {
      const before = client.getQueryData(leadStatusesQuery.queryKey);
      client.setQueryData(leadStatusesQuery.queryKey, [...statuses]);
      return before;
    },
    onError: (error, _statuses, before) => {
      client.setQueryData(leadStatusesQuery.queryKey, before);
      showStatusFailure(error);
    },
  });
}

/** Deletes a status; its leads get the replacement in the background. */
export function useDeleteStatus(status: LeadStatusEntity) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (replacement: LeadStatusEntity | null) =>
      callApi(deleteLeadStatus, {
        params: { id: status.id },
        query: replacement === null ? {} : { replacement: replacement.id },
      }),
    onSuccess: ({ operation }, replacement) => {
      client.setQueryData(leadStatusesQuery.queryKey, (all) => all?.filter(({ id }) => id !== status.id));
      const moved = operation !== null && replacement !== null;
      toast({
        title: 'Status deleted',
        description: moved ? `Its leads are being moved to ${replacement.name}.` : status.name,
      });
      return refetchTouched(client, ['fields', ...LEAD_TOPICS]);
    },
    onError: (error) => {
      showStatusFailure(error);
      void client.invalidateQueries({ queryKey: statusUsageQuery.queryKey });
    },
  });
}
