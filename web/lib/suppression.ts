import type { QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type addSuppressions, listSuppressionLists, listSuppressions } from '#contract/suppressions.ts';
import { formatCount, formatNumber } from './format.ts';
import { LEAD_TOPICS, refetchTouched } from './live.ts';

/** After a change of a list, which marks or unmarks leads. */
export function refreshSuppression(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [listSuppressionLists.path] });
  void client.invalidateQueries({ queryKey: [listSuppressions.path] });
  void refetchTouched(client, LEAD_TOPICS);
}

/** Returns `2 entries added`. */
export function addedText({ added }: { added: number }): string {
  return added === 0 ? 'Nothing added' : `${formatCount(added, 'entry', 'entries')} added`;
}

/** Returns `1 on the list already` and `2 leads have one of them`, as far as they are known. */
export function metTexts({
  existing,
  leads,
}: Pick<ReplyOf<typeof addSuppressions>, 'existing'> & { leads: number | null }): string[] {
  return [
    ...(existing > 0 ? [`${formatNumber(existing)} on the list already`] : []),
    ...(leads === null
      ? []
      : [
          `${leads === 0 ? 'No lead has' : leads === 1 ? '1 lead has' : `${formatNumber(leads)} leads have`} one of them`,
        ]),
  ];
}
