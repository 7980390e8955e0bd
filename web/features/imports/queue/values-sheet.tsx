import { useMemo, useState } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { answerQueuedValues, type OpenedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { toolUpload } from '../tools/draft-tools.ts';
import { useColumnValues } from '../values/use-column-values.ts';
import { keepUnknown } from '../values/value-draft.ts';
import { ValuesSection } from '../values/values-section.tsx';
import { FileSheet } from './file-reading.tsx';
import { changeQueue, showQueue } from './queue-calls.ts';
import { queuedDraft } from './queue-draft.ts';

interface ValuesSheetProps {
  file: QueuedFile;
  customFields: readonly CustomFieldSpec[];
  onClose: () => void;
}

export function ValuesSheet(props: ValuesSheetProps) {
  const { file, onClose } = props;
  return (
    <FileSheet file={file} title={`Values in ${file.filename}`} className="w-[44rem]" onClose={onClose}>
      {(opened) => <ValuesForm {...props} opened={opened} />}
    </FileSheet>
  );
}

function ValuesForm({ file, customFields, onClose, opened }: ValuesSheetProps & { opened: OpenedFile }) {
  const { upload: inFile, plan } = opened;
  const upload = useMemo(() => toolUpload(inFile, plan.columnTools), [inFile, plan]);
  const [draft, setDraft] = useState(() => queuedDraft(upload, plan));
  const values = useColumnValues(upload, draft, customFields, setDraft);
  async function save() {
    // Unmapped values count as kept and aren't asked for again.
    const { valueMaps } = keepUnknown(draft, values.columns);
    const answers = Object.fromEntries(
      Object.entries(valueMaps).filter(([column]) => values.wanted.includes(column)),
    );
    const request = { params: { id: file.id }, body: { valueMaps: answers } };
    const change = async () => showQueue(await callApi(answerQueuedValues, request));
    if (await changeQueue("Couldn't save your answers", change)) onClose();
  }
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex-1 p-4 lg:p-5">
        <ValuesSection state={values} draft={draft} onEdit={setDraft} initiallyOpen />
      </div>
      <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-surface px-5 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={values.pending} onClick={() => void save()}>
          Save Answers
        </Button>
      </div>
    </div>
  );
}
