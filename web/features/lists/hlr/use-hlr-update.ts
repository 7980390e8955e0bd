import { type HlrReply, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import type { Way } from '../entry/way.ts';
import { useListTask } from '../use-list-task.ts';
import { type HlrDraft, hlrBody } from './hlr-draft.ts';

interface HlrValues {
  draft: HlrDraft;
  way: Way;
}

function send({ draft, way }: HlrValues, onProgress: (share: number) => void): Promise<HlrReply> {
  const { phoneNumbers, hlrType, statusValue } = hlrBody(draft);
  if (way === 'manual') return call(updateHlr, { body: { phoneNumbers, hlrType, statusValue } });
  const form = new FormData();
  form.append('hlrType', hlrType);
  form.append('statusValue', statusValue);
  if (draft.file) form.append('file', draft.file);
  return sendForm(updateHlrCsv, form, { onProgress });
}

/** Sets the statuses of a valid draft. */
export function useHlrUpdate() {
  return useListTask<HlrValues, HlrReply>({
    send,
    done: ({ updatedCount }) => ({
      title: 'HLR Status Updated',
      description: `${formatCount(updatedCount, 'lead')} updated`,
    }),
    failed: (_, { way }) =>
      way === 'manual'
        ? { title: 'Error', description: 'Failed to update HLR status' }
        : { title: 'Upload Failed', description: 'Failed to process CSV file' },
  });
}
