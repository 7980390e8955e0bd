import { FolderOpen } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { QUEUE_MAX } from '#contract/import-queue.ts';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { type FoundFile, filesOfDrop, filesOfFolder, sortFound } from './found-files.ts';
import { intakeText } from './intake-text.ts';
import { changeQueue } from './queue-calls.ts';
import { sendFiles } from './send-files.ts';

interface FileIntakeProps {
  /** ID of the user who owns the queue. */
  owner: string;
  /** Number of files in the queue; an empty one leaves the intake more room. */
  queued: number;
}

/** Accepts dropped or chosen files and folders, and sends them. */
export function FileIntake({ owner, queued }: FileIntakeProps) {
  const folder = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  function take(found: readonly FoundFile[]) {
    const intake = sortFound(found, QUEUE_MAX - queued);
    setText(intakeText(intake));
    if (intake.taken.length > 0) {
      void changeQueue("Couldn't add the files", () => sendFiles(owner, intake.taken));
    }
  }

  function takeFolder({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.files) take(filesOfFolder(target.files));
    // Without this, choosing the same folder again would not fire a change event.
    target.value = '';
  }

  return (
    <div className="flex flex-col gap-3">
      <DropZone
        title="Drag files here or click to browse"
        text="Supports CSV, XLSX, XLS up to 100MB"
        accept={UPLOAD_EXTENSIONS}
        multiple
        onFiles={(files) => take(files.map((file) => ({ file, folder: '' })))}
        onDropped={(transfer) => void filesOfDrop(transfer).then(take)}
        className={queued === 0 ? 'min-h-64' : 'py-6'}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={FolderOpen} onClick={() => folder.current?.click()}>
          Choose Folder
        </Button>
        {/* Hidden; the button opens it. */}
        <input ref={folder} type="file" hidden {...{ webkitdirectory: '' }} onChange={takeFolder} />
        <p role="status" className="min-w-0 flex-1 text-13 text-muted tabular-nums">
          {text === '' ? 'You can also drop a folder to import its CSV and Excel files.' : text}
        </p>
      </div>
    </div>
  );
}
