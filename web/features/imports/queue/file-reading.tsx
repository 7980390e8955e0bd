import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import { type OpenedFile, readQueuedFile } from '#contract/queued-files.ts';
import type { Upload } from '#contract/uploads.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type ReadingChange, readingRequest } from '../reading/reading.ts';
import { ReadingPanel } from '../reading/reading-panel.tsx';
import { changeQueue, queuedUploadQuery } from './queue-calls.ts';

export function FileReading({ file }: { file: QueuedFile }) {
  const [open, setOpen] = useState(false);
  const { pending, change } = useQueuedReading(file.id);
  return (
    <>
      <IconButton icon={Table2} label={`How we read ${file.filename}`} onClick={() => setOpen(true)} />
      {open && (
        <FileSheet file={file} title={file.filename} className="w-[56rem]" onClose={() => setOpen(false)}>
          {({ upload }) => (
            <div className="p-4 lg:p-5">
              <ReadingPanel
                upload={upload}
                pending={pending}
                onChange={(next) => void change(upload, next)}
              />
            </div>
          )}
        </FileSheet>
      )}
    </>
  );
}

/** Changes how a queued file is read; `pending` is the change in progress, or null. */
export function useQueuedReading(id: string) {
  const [pending, setPending] = useState<ReadingChange | null>(null);
  async function change(upload: Upload, reading: ReadingChange) {
    if (pending !== null) return;
    setPending(reading);
    await changeQueue("Couldn't read the file that way", async () => {
      const body = readingRequest(upload, reading);
      const opened = await callApi(readQueuedFile, { params: { id }, body });
      queryClient.setQueryData(queuedUploadQuery(id).queryKey, opened);
    });
    setPending(null);
  }
  return { pending, change };
}

interface FileSheetProps {
  file: QueuedFile;
  title: string;
  /** Width. */
  className: string;
  onClose: () => void;
  children: (opened: OpenedFile) => ReactNode;
}

export function FileSheet({ file, title, className, onClose, children }: FileSheetProps) {
  const query = useQuery(queuedUploadQuery(file.id));
  return (
    <Sheet onClose={onClose} title={title} className={className}>
      {query.data ? children(query.data) : <FileLoading query={query} />}
    </Sheet>
  );
}

export function FileLoading({ query }: { query: UseQueryResult }) {
  if (query.error === null) return <Skeleton className="m-5 h-64" />;
  return <QueryError title="Couldn't load this file" reason query={query} />;
}
