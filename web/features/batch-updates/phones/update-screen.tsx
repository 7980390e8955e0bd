import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { BatchLayout } from '../batch-layout.tsx';
import { FileField } from '../entry/file-field.tsx';
import { FormatHelp, type SampleFile } from '../entry/format-help.tsx';
import { NO_FILE } from '../entry/input-mode.ts';
import { Sending } from '../entry/sending.tsx';
import { FailureNotice } from '../result-card.tsx';
import { UpdatePreview } from './update-preview.tsx';
import { UPDATE_KINDS, UpdateResult } from './update-result.tsx';
import { useUpdatePhones, useUpdatePreview } from './use-update-phones.ts';

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
