import { formatCount } from '../../../lib/format.ts';
import { ResultCard } from '../result-card.tsx';
import type { UpdatePhonesReply } from './use-update-phones.ts';

export const UPDATE_KINDS = ['updatePhones'] as const;

/** Outcomes of a file's rows. */
export function UpdateResult({ reply }: { reply: UpdatePhonesReply }) {
  return (
    <ResultCard
      title={`${formatCount(reply.updated, 'phone number')} updated`}
      changed={reply.updated > 0}
      figures={[
        { label: 'Total processed', value: reply.totalProcessed },
        { label: 'Updated', value: reply.updated, tone: 'text-positive' },
        { label: 'Unchanged', value: reply.unchanged },
        { label: 'Not found', value: reply.notFound, tone: 'text-caution' },
        { label: 'Invalid rows', value: reply.invalidRows, tone: 'text-negative' },
        { label: 'Conflicts', value: reply.conflicts, tone: 'text-caution' },
      ]}
      kinds={UPDATE_KINDS}
      operationId={reply.operationId}
    />
  );
}
