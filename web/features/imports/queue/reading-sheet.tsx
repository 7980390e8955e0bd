import { useQuery } from '@tanstack/react-query';
import type { QueuedFile } from '#contract/import-queue.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ReadingPanel } from '../reading/reading-panel.tsx';
import { FileLoading } from './file-loading.tsx';
import { queuedUploadQuery } from './queue-calls.ts';
import { useQueuedReading } from './use-queued-reading.ts';

interface ReadingSheetProps {
  file: QueuedFile;
  onClose: () => void;
}

/** Shows how a file of the queue is read, and changes it. */
export function ReadingSheet({ file, onClose }: ReadingSheetProps) {
  const query = useQuery(queuedUploadQuery(file.id));
  const { pending, change } = useQueuedReading(file.id);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={file.filename} className="w-[56rem]">
      {query.data ? (
        <div className="p-4 lg:p-5">
          <ReadingPanel
            upload={query.data.upload}
            pending={pending}
            onChange={(next) => void change(query.data.upload, next)}
          />
        </div>
      ) : (
        <FileLoading query={query} />
      )}
    </Sheet>
  );
}
