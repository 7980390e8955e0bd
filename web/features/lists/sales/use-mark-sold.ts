import { markSold, markSoldCsv, type SoldReply } from '#contract/sales.ts';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import type { Way } from '../entry/way.ts';
import { useListTask } from '../use-list-task.ts';
import { type SoldDraft, soldBody } from './sold-draft.ts';

interface SoldValues {
  draft: SoldDraft;
  way: Way;
}

function send({ draft, way }: SoldValues, onProgress: (share: number) => void): Promise<SoldReply> {
  const body = soldBody(draft);
  if (way === 'manual') return call(markSold, { body });
  const form = new FormData();
  form.append('identifierType', body.identifierType);
  form.append('customerNumber', body.customerNumber);
  if (draft.file) form.append('file', draft.file);
  return sendForm(markSoldCsv, form, { onProgress });
}

/** Sells the leads of a valid draft. */
export function useMarkSold() {
  return useListTask<SoldValues, SoldReply>({
    send,
    done: ({ updatedCount }, { draft }) => ({
      title: 'Leads Marked as Sold',
      description: `${formatCount(updatedCount, 'lead')} sold to ${draft.customerNumber.trim()}`,
    }),
    failed: (_, { way }) =>
      way === 'manual'
        ? { title: 'Error', description: 'Failed to mark leads as sold' }
        : { title: 'Upload Failed', description: 'Failed to process CSV file' },
  });
}
