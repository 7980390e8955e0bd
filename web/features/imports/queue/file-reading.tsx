import { Table2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyReadingSheet } from './lazy-sheets.tsx';

/** Opens the way to read a file that waits or failed: its sheet, encoding, delimiter and header row. */
export function FileReading({ file }: { file: QueuedFile }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Table2} label={`How we read ${file.filename}`} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <LazyReadingSheet file={file} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
