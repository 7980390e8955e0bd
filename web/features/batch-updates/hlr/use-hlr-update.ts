import { type HlrReply, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import type { InputMode } from '../entry/input-mode.ts';
import { nothingChanged, useBatchUpdate } from '../use-batch-update.ts';
import { type HlrDraft, hlrBody } from './hlr-draft.ts';

interface HlrValues {
  draft: HlrDraft;
  mode: InputMode;
}

function send({ draft, mode }: HlrValues, onProgress: (share: number) => void): Promise<HlrReply> {
  const { phoneNumbers, hlrType, statusValue } = hlrBody(draft);
  if (mode === 'manual') return callApi(updateHlr, { body: { phoneNumbers, hlrType, statusValue } });
  const form = new FormData();
  form.append('hlrType', hlrType);
  form.append('statusValue', statusValue);
  if (draft.file) form.append('file', draft.file);
  return sendForm(updateHlrCsv, form, { onProgress });
}

/** Sets the statuses of a valid draft. */
export function useHlrUpdate() {
  return useBatchUpdate<HlrValues, HlrReply>({
    send,
    done: ({ updatedCount }) =>
      updatedCount === 0
        ? nothingChanged('No HLR Status Updated')
        : { title: 'HLR Status Updated', description: `${formatCount(updatedCount, 'lead')} updated` },
    failed: (_, { mode }) =>
      mode === 'manual'
        ? { title: 'Error', description: 'Failed to update HLR status' }
        : { title: 'Upload Failed', description: 'Failed to process CSV file' },
  });
}
