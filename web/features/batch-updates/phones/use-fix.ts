import type { ReplyOf } from '#contract/endpoint.ts';
import { fixPhones } from '#contract/phones.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { useBatchUpdate } from '../use-batch-update.ts';

export type FixReply = ReplyOf<typeof fixPhones>;

/** Error shown when there is nothing to fix. */
const NO_INVALID = {
  title: 'No Invalid Numbers',
  description: 'There are no invalid phone numbers to fix',
} as const;

/** Fixes all fixable phones; reports an error if there are none. */
export function useFix() {
  return useBatchUpdate<void, FixReply>({
    send: () => callApi(fixPhones, {}),
    done: ({ fixed, operationId }) =>
      operationId === null
        ? { tone: 'destructive', ...NO_INVALID }
        : { title: 'Phone Numbers Fixed', description: `${formatCount(fixed, 'phone number')} fixed` },
    failed: () => ({ title: 'Error', description: 'Failed to fix phone numbers' }),
  });
}
