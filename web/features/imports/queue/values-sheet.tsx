import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { answerQueuedValues, type OpenedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toolUpload } from '../tools/draft-tools.ts';
import { useColumnValues } from '../values/use-column-values.ts';
import { keepUnknown } from '../values/value-draft.ts';
import { ValuesSection } from '../values/values-section.tsx';
import { FileLoading } from './file-loading.tsx';
import { changeQueue, queuedUploadQuery, showQueue } from './queue-calls.ts';
import { planDraftOf } from './queue-draft.ts';

interface ValuesSheetProps {
  file: QueuedFile;
  customFields: readonly CustomFieldSpec[];
  onClose: () => void;
}

/** Says what the values of a file of the queue become. */
export function ValuesSheet({ file, customFields, onClose }: ValuesSheetProps) {
  const query = useQuery(queuedUploadQuery(file.id));
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Values in ${file.filename}`}
      className="w-[44rem]"
    >
      {query.data ? (
        <ValuesForm opened={query.data} customFields={customFields} onClose={onClose} />
      ) : (
        <FileLoading query={query} />
      )}
    </Sheet>
  );
}

interface ValuesFormProps extends Pick<ValuesSheetProps, 'customFields' | 'onClose'> {
  opened: OpenedFile;
}

function ValuesForm({ opened: { file, upload: inFile, plan }, customFields, onClose }: ValuesFormProps) {
  const upload = useMemo(() => toolUpload(inFile, plan.columnTools), [inFile, plan]);
  const [draft, setDraft] = useState(() => planDraftOf(upload, plan));
  const values = useColumnValues(upload, draft, customFields, setDraft);
  async function save() {
    // A value for which nothing else was chosen is shown as kept, and is not asked for again.
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
