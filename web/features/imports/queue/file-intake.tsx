import { FolderOpen } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { type FoundFile, filesOfDrop, filesOfFolder, sortFound } from './found-files.ts';
import { intakeText } from './intake-text.ts';
import { QUEUE_MAX } from './job-queue.ts';
import { addFiles } from './queue.ts';
import { queueState } from './queue-state.ts';

/** Accepts dropped or chosen files and folders. `roomy` enlarges it while the screen shows nothing else. */
export function FileIntake({ roomy }: { roomy: boolean }) {
  const folder = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  function take(found: readonly FoundFile[]) {
    const intake = sortFound(found, QUEUE_MAX - queueState().jobs.length);
    setText(intakeText(intake));
    if (intake.taken.length > 0) void addFiles(intake.taken);
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
        className={roomy ? 'min-h-64' : 'py-6'}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={FolderOpen} onClick={() => folder.current?.click()}>
          Choose folder
        </Button>
        {/* Hidden; the button opens it. */}
        <input ref={folder} type="file" hidden {...{ webkitdirectory: '' }} onChange={takeFolder} />
        <p role="status" className="min-w-0 flex-1 text-13 text-muted tabular-nums">
          {text === '' ? 'A folder may be dropped as well; its CSV and Excel files are taken.' : text}
        </p>
      </div>
    </div>
  );
}
