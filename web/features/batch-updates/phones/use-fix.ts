import type { ReplyOf } from '#contract/endpoint.ts';
import { fixPhones } from '#contract/phones.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { nothingChanged, useBatchUpdate } from '../use-batch-update.ts';

export type FixReply = ReplyOf<typeof fixPhones>;

const NO_INVALID = {
  title: 'No Invalid Numbers',
  description: 'There are no invalid phone numbers to fix',
} as const;

/** Fixes all fixable phones; reports an error without any. */
export function useFix() {
  return useBatchUpdate<void, FixReply>({
    send: () => callApi(fixPhones, {}),
    done: ({ fixed, operationId }) => {
      if (operationId === null) return { tone: 'destructive', ...NO_INVALID };
      if (fixed === 0) return nothingChanged('No Phone Numbers Fixed');
      return { title: 'Phone Numbers Fixed', description: `${formatCount(fixed, 'phone number')} fixed` };
    },
    failed: () => ({ title: 'Error', description: 'Failed to fix phone numbers' }),
  });
}
