import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { type QueuedFile, type QueueOptions, queueSettings } from '#contract/import-queue.ts';
import { setQueuedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ImportOptionsPanel } from '../mapping/import-options-panel.tsx';
import { changeQueue, queueQuery } from './queue-calls.ts';
import { draftOptions, optionsDraft } from './queue-draft.ts';

/** Edits a waiting file's options. */
export function FileOptions({ file }: { file: QueuedFile }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={`Options for ${file.filename}`}
        onClick={() => setOpen(true)}
      />
      {open && <OptionsDialog file={file} onClose={() => setOpen(false)} />}
    </>
  );
}

function OptionsDialog({ file, onClose }: { file: QueuedFile; onClose: () => void }) {
  const [draft, setDraft] = useState(() => optionsDraft(file.options ?? currentOptions()));
  async function save(options: QueueOptions | null) {
    const change = () => callApi(setQueuedFile, { params: { id: file.id }, body: { options } });
    if (await changeQueue("Couldn't save the options", change)) onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`Options for ${file.filename}`}
      description="This file uses these instead of the queue's options."
      footer={
        <>
          {file.options !== null && <Button onClick={() => void save(null)}>Use Queue Options</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => void save(draftOptions(draft))}>
            Save Options
          </Button>
        </>
      }
    >
      <ImportOptionsPanel draft={draft} columns={[]} onEdit={setDraft} initiallyOpen />
    </Dialog>
  );
}

function currentOptions(): QueueOptions {
  return (queryClient.getQueryData(queueQuery.queryKey)?.settings ?? queueSettings.parse({})).options;
}
