import type { QueryClient } from '@tanstack/react-query';
import type { DuplicateCluster } from '#contract/duplicates.ts';
import { dismissDuplicate, mergeDuplicates, undoMergedLeads } from '#contract/merges.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

/** Runs one call after another; returns the reasons of failures. */
async function oneByOne<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<{ done: number; problems: string[] }> {
  const problems: string[] = [];
  for (const item of items) {
    await run(item).catch((error: unknown) =>
      problems.push(messageOf(error, 'The server could not be reached.')),
    );
  }
  return { done: items.length - problems.length, problems };
}

function report(
  title: string,
  noun: string,
  { done, problems }: { done: number; problems: string[] },
  undo = {},
) {
  const failed = problems.length > 0 ? `${formatCount(problems.length, noun)} left: ${problems[0]}` : '';
  if (done === 0) toast({ tone: 'destructive', title: 'Nothing changed', description: failed });
  else toast({ title, description: [formatCount(done, noun), failed].filter(Boolean).join('. '), ...undo });
}

/** Offers to undo merges, the last first. */
function undoOfMerges(client: QueryClient, undoIds: readonly string[]) {
  const onAction = async () => {
    const outcome = await oneByOne(undoIds.toReversed(), (id) =>
      callApi(undoMergedLeads, { params: { id } }),
    );
    refreshLeads(client);
    report(undoIds.length === 1 ? 'Merge undone' : 'Merges undone', 'group', outcome);
  };
  return { action: { label: 'Undo', onAction: () => void onAction() } };
}

/** Merges each group into its oldest lead, whose values win, and reports it in a toast. */
export async function mergeClusters(
  client: QueryClient,
  clusters: readonly DuplicateCluster[],
): Promise<void> {
  const undoIds: string[] = [];
  const outcome = await oneByOne(clusters, async ({ leads }) => {
    const leadIds = leads.map(({ id }) => id);
    const { undoId } = await callApi(mergeDuplicates, { body: { keepId: leadIds[0] ?? '', leadIds } });
    undoIds.push(undoId);
  });
  refreshLeads(client);
  report('Leads merged', 'group', outcome, undoOfMerges(client, undoIds));
}

export async function dismissCluster({ pairs }: DuplicateCluster): Promise<void> {
  for (const { a, b } of pairs) await callApi(dismissDuplicate, { body: { a, b } });
}

/** Keeps that the leads of each group are different people. */
export async function dismissClusters(
  client: QueryClient,
  clusters: readonly DuplicateCluster[],
): Promise<void> {
  const outcome = await oneByOne(clusters, dismissCluster);
  refreshLeads(client);
  report("These leads won't be shown as duplicates again", 'group', outcome);
}

export function mergedToast(client: QueryClient, lead: Parameters<typeof leadName>[0], undoId: string): void {
  toast({ title: 'Leads merged', description: leadName(lead), ...undoOfMerges(client, [undoId]) });
}
