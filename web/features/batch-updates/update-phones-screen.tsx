import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { previewUpdatePhones, updatePhonesCsv } from '#contract/phones.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { sendForm } from '../../lib/send-form.ts';
import { Figures } from '../../ui/figures.tsx';
import { type ToastMessage, toast } from '../../ui/toast-store.ts';
import { BatchScreen } from './batch-screen.tsx';
import { ChangeTable } from './change-table.tsx';
import { EMPTY_LIST, fileProblem, formOf, useListDraft } from './list-draft.ts';
import { FormatHelp, type SampleFile, Sending } from './list-inputs.tsx';
import { changedMessage, type ListOutcome } from './result-card.tsx';

/**
 * Returns a failed update's toast: the server's text, else `Upload failed`, or another text if
 * unanswered.
 */
export function updateFailure(error: unknown): ToastMessage {
  const said = error instanceof ApiError ? (error.serverMessage ?? 'Upload failed') : undefined;
  return { title: 'Update Failed', description: said ?? 'Failed to process CSV file' };
}

const POINTS = [
  'A Lead ID column, named lead_id, leadId, LeadID, ID or id.',
  'A Phone column, named phone, Phone Number, phone_number or PhoneNumber.',
  'An export of your leads has both. Correct the numbers in it and upload it here.',
  "Numbers can be international, or local to the lead's country.",
  'A number that another lead already has is skipped as a conflict.',
];
const SAMPLE: SampleFile = {
  name: 'update-phones-sample.csv',
  rows: [
    ['lead_id', 'phone'],
    ['0199f2f0-5c1a-7c3e-9b1d-2f6a8e4d0c11', '+12015550123'],
    ['0199f2f0-5c1a-7d90-8a42-71c3b5e9f022', '+447400123456'],
  ],
};

export function UpdatePhonesScreen() {
  const form = useListDraft(EMPTY_LIST, 'csv', fileProblem);
  const [share, setShare] = useState<number | null>(null);
  const preview = useMutation({
    mutationFn: (file: File) =>
      sendForm(previewUpdatePhones, formOf({ ...EMPTY_LIST, file }), { onProgress: setShare }),
    onMutate: () => setShare(null),
    onError: (error) => void toast({ tone: 'destructive', ...updateFailure(error) }),
  });
  const count = preview.data?.updated;
  return (
    <BatchScreen
      label="Update phone numbers"
      kinds={['updatePhones']}
      help={<FormatHelp points={POINTS} sample={SAMPLE} />}
      form={form}
      submit={count === undefined ? 'Update Phone Numbers' : `Update ${formatCount(count, 'Phone Number')}`}
      pendingText="Updating..."
      send={async ({ draft }, onProgress) =>
        outcomeOf(await sendForm(updatePhonesCsv, formOf(draft), { onProgress }))
      }
      failed={updateFailure}
      failure="Couldn't update the phone numbers"
      preview={{
        error: preview.error,
        disabled: form.draft.file !== null && !count,
        sending: preview.isPending && <Sending share={share} working="Preparing the preview…" />,
        onFile(file) {
          preview.reset();
          if (file) preview.mutate(file);
        },
      }}
    >
      {preview.data && <UpdatePreview preview={preview.data} />}
    </BatchScreen>
  );
}

type Counts = Omit<ReplyOf<typeof updatePhonesCsv>, 'operationId'>;

function figuresOf(
  { updated, unchanged, notFound, invalidRows, conflicts, suppressed }: Counts,
  changed: string,
) {
  return [
    { label: changed, value: updated, tone: 'text-positive' },
    { label: 'Unchanged', value: unchanged },
    { label: 'Not found', value: notFound, tone: 'text-caution' },
    { label: 'Invalid rows', value: invalidRows, tone: 'text-negative' },
    { label: 'Conflicts', value: conflicts, tone: 'text-caution' },
    ...(suppressed > 0
      ? [{ label: 'On a suppression list', value: suppressed, tone: 'text-caution' } as const]
      : []),
  ] as const;
}

function outcomeOf(reply: ReplyOf<typeof updatePhonesCsv>): ListOutcome {
  const title = `${formatCount(reply.updated, 'phone number')} updated`;
  return {
    operationId: reply.operationId,
    message: changedMessage(reply.updated, 'Phone Numbers Updated', title, 'No Phone Numbers Updated'),
    title,
    changed: reply.updated,
    figures: [{ label: 'Total processed', value: reply.totalProcessed }, ...figuresOf(reply, 'Updated')],
  };
}

function UpdatePreview({ preview }: { preview: ReplyOf<typeof previewUpdatePhones> }) {
  const { updated, conflicts, totalProcessed, rows } = preview;
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <p className="text-14" role="status">
        <span className="font-medium">{formatCount(updated, 'phone number')}</span> of{' '}
        {formatCount(totalProcessed, 'row')} will change. Nothing is saved yet.
      </p>
      <Figures figures={figuresOf(preview, 'Will change')} />
      {rows.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <ChangeTable rows={rows} />
          {rows.length < updated + conflicts && (
            <p className="text-13 text-muted">The first {formatNumber(rows.length)} are shown.</p>
          )}
        </div>
      )}
    </section>
  );
}
