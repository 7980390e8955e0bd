import { useState } from 'react';
import { readQueuedFile } from '#contract/queued-files.ts';
import type { Upload } from '#contract/uploads.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import { type ReadingChange, readingRequest } from '../reading/reading-change.ts';
import { changeQueue, queuedUploadQuery } from './queue-calls.ts';

/** Changes how a file of the queue is read; `pending` is the change that the server is reading, or null. */
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
