import type { SaleTerms } from '#contract/sale-terms.ts';
import { markSold, markSoldCsv, type SoldReply } from '#contract/sales.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import type { InputMode } from '../entry/input-mode.ts';
import { nothingChanged, useBatchUpdate } from '../use-batch-update.ts';
import { type SoldDraft, soldBody } from './sold-draft.ts';

interface SoldValues {
  draft: SoldDraft;
  /** Price of each lead. */
  terms: SaleTerms;
  mode: InputMode;
}

function send({ draft, terms, mode }: SoldValues, onProgress: (share: number) => void): Promise<SoldReply> {
  const body = soldBody(draft, terms);
  if (mode === 'manual') return callApi(markSold, { body });
  const form = new FormData();
  form.append('identifierType', body.identifierType);
  form.append('customerNumber', body.customerNumber);
  for (const [field, value] of Object.entries(terms)) form.append(field, value);
  if (draft.file) form.append('file', draft.file);
  return sendForm(markSoldCsv, form, { onProgress });
}

/** Sells the leads of a valid draft. */
export function useMarkSold() {
  return useBatchUpdate<SoldValues, SoldReply>({
    send,
    done: ({ updatedCount }, { draft }) =>
      updatedCount === 0
        ? nothingChanged('No Leads Sold')
        : {
            title: 'Leads Marked as Sold',
            description: `${formatCount(updatedCount, 'lead')} sold to ${draft.customerNumber.trim()}`,
          },
    failed: (_, { mode }) =>
      mode === 'manual'
        ? { title: 'Error', description: 'Failed to mark leads as sold' }
        : { title: 'Upload Failed', description: 'Failed to process CSV file' },
  });
}
