import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type GivenRule,
  getRetention,
  listRetentionRuns,
  previewRetention,
  type RetentionRun,
  setRetention,
  undoRetentionRun,
} from '#contract/retention.ts';
import { callApi } from '../../lib/call-api.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { followOperation, operationToast } from '../../lib/operations.ts';
import { queryOf } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

const POLL_MS = 2_000;
const OPEN: ReadonlySet<RetentionRun['status']> = new Set(['waiting', 'running', 'ending']);

export const retentionQuery = queryOf(getRetention, {});

/** Runs, newest first; asked for again while one works. */
export const retentionRunsQuery = {
  ...queryOf(listRetentionRuns, {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { runs: RetentionRun[] } | undefined } }) =>
    state.data?.runs.some(({ status }) => OPEN.has(status)) === true ? POLL_MS : (false as const),
};

export function useSaveRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: GivenRule[]) => callApi(setRetention, { body: { rules } }),
    onSuccess: (saved) => client.setQueryData(retentionQuery.queryKey, saved),
  });
}

/** Counts the leads that a rule would take now. */
export function useRulePreview() {
  return useMutation({
    mutationFn: async (rule: GivenRule) =>
      (await callApi(previewRetention, { body: { rules: [rule] } })).rules[0],
  });
}

export function useUndoRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: RetentionRun) => {
      const ended = await followOperation(
        await callApi(undoRetentionRun, { params: { id } }),
        () => undefined,
      );
      if (ended.status === 'failed') throw new Error('The undo failed');
      return ended;
    },
    onSuccess: (ended) => toast(operationToast('Undone', ended)),
    onError: (error) => showReason(error, 'Undo failed'),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: retentionRunsQuery.queryKey });
      void refetchTouched(client, LEAD_TOPICS);
    },
  });
}
