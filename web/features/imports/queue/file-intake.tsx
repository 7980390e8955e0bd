import { FolderOpen } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { QUEUE_MAX } from '#contract/import-queue.ts';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { type FoundFile, filesEndingIn, filesOfFolder } from '../../../ui/found-files.ts';
import { changeQueue } from './queue-calls.ts';
import { sendFiles } from './send-files.ts';

/** Summarizes an intake: `12 files added, 3 skipped (not CSV or Excel)`; `surplus` files exceed the queue. */
export function intakeText(added: number, others: number, surplus: number): string {
  const files = added === 0 ? 'No files added' : `${formatCount(added, 'file')} added`;
  const left = others === 0 ? '' : `, ${formatNumber(others)} skipped (not CSV or Excel)`;
  if (surplus === 0) return files + left;
  const full = `The queue can hold ${formatNumber(QUEUE_MAX)} files, so ${formatCount(surplus, 'more file')} didn't fit. Remove finished files and add the rest again.`;
  return `${files}${left}. ${full}`;
}

/** Uploads dropped or chosen files and folders; `queued` counts the queue's files. */
export function FileIntake({ queued }: { queued: number }) {
  const folder = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  function take(files: readonly FoundFile[], others: number) {
    const added = files.slice(0, Math.max(0, QUEUE_MAX - queued));
    setText(intakeText(added.length, others, files.length - added.length));
    if (added.length > 0) void changeQueue("Couldn't add the files", () => sendFiles(added));
  }

  function takeFolder({ target }: ChangeEvent<HTMLInputElement>) {
    const { files, others } = filesEndingIn(UPLOAD_EXTENSIONS, filesOfFolder(target.files ?? []));
    take(files, others);
    // Choosing the same folder again fires a change event only if the value was reset.
    target.value = '';
  }

  return (
    <div className="flex flex-col gap-3">
      <DropZone
        title="Drag files here or click to browse"
        text="Supports CSV, XLSX, XLS up to 100MB"
        accept={UPLOAD_EXTENSIONS}
        multiple
        onFiles={take}
        className={queued === 0 ? 'min-h-64' : 'py-6'}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={FolderOpen} onClick={() => folder.current?.click()}>
          Choose Folder
        </Button>
        {/* Opened by the button. */}
        <input ref={folder} type="file" hidden {...{ webkitdirectory: '' }} onChange={takeFolder} />
        <p role="status" className="min-w-0 flex-1 text-13 text-muted tabular-nums">
          {text === '' ? 'You can also drop a folder to import its CSV and Excel files.' : text}
        </p>
      </div>
    </div>
  );
}
