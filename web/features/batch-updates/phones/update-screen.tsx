import { useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { BatchLayout } from '../batch-layout.tsx';
import { FileField } from '../entry/file-field.tsx';
import { FormatHelp, type SampleFile } from '../entry/format-help.tsx';
import { NO_FILE } from '../entry/input-mode.ts';
import { Sending } from '../entry/sending.tsx';
import { Figures } from '../figures.tsx';
import { FailureNotice, ResultCard } from '../result-card.tsx';
import { ChangeTable } from './change-table.tsx';
import {
  type UpdatePhonesPreview,
  type UpdatePhonesReply,
  useUpdatePhones,
  useUpdatePreview,
} from './use-update-phones.ts';

const UPDATE_KINDS = ['updatePhones'] as const;

/** Outcomes of a file's rows. */
function UpdateResult({ reply }: { reply: UpdatePhonesReply }) {
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

/** Updates phones from a file, after a preview. */
export function UpdateScreen() {
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const preview = useUpdatePreview();
  const update = useUpdatePhones();
  const failure = update.error ?? preview.error;

  function choose(chosen: File | null) {
    setFile(chosen);
    setMissing(false);
    preview.reset();
    update.reset();
    if (chosen) preview.mutate(chosen);
  }

  function submit() {
    if (file === null) {
      setMissing(true);
      toast({ tone: 'destructive', title: NO_FILE.title, description: NO_FILE.description });
      return;
    }
    update.mutate(file, {
      onSuccess: () => {
        setFile(null);
        preview.reset();
      },
    });
  }

  return (
    <BatchLayout
      help={<FormatHelp points={POINTS} sample={SAMPLE} />}
      kinds={UPDATE_KINDS}
      busy={update.isPending}
    >
      <Card title="CSV Upload">
        <FileField file={file} onFile={choose} error={missing ? NO_FILE.description : undefined} />
        {preview.data && <UpdatePreview preview={preview.data} />}
        <div className="mt-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
          {preview.isPending && <Sending share={preview.share} working="Preparing the preview…" />}
          {update.isPending && <Sending share={update.share} />}
          <Button
            variant="primary"
            disabled={file !== null && !preview.data?.updated}
            pending={update.isPending}
            pendingText="Updating..."
            onClick={submit}
          >
            {preview.data
              ? `Update ${formatCount(preview.data.updated, 'Phone Number')}`
              : 'Update Phone Numbers'}
          </Button>
        </div>
      </Card>
      {failure && <FailureNotice title="Couldn't update the phone numbers" error={failure} />}
      {update.data && <UpdateResult reply={update.data} />}
    </BatchLayout>
  );
}

/** Counts of an update and its first changes. */
function UpdatePreview({ preview }: { preview: UpdatePhonesPreview }) {
  const { updated, unchanged, notFound, invalidRows, conflicts, totalProcessed, rows } = preview;
  return (
    <section aria-label="Preview" className="mt-5 flex flex-col gap-4">
      <p className="text-14" role="status">
        <span className="font-medium">{formatCount(updated, 'phone number')}</span> of{' '}
        {formatCount(totalProcessed, 'row')} will change. Nothing is saved yet.
      </p>
      <Figures
        figures={[
          { label: 'Will change', value: updated, tone: 'text-positive' },
          { label: 'Unchanged', value: unchanged },
          { label: 'Not found', value: notFound, tone: 'text-caution' },
          { label: 'Invalid rows', value: invalidRows, tone: 'text-negative' },
          { label: 'Conflicts', value: conflicts, tone: 'text-caution' },
        ]}
      />
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
