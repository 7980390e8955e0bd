import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { type JobStep, type Jobs, type QueueAction, queueReducer, startable } from './job-queue.ts';
import { mappedCount } from './mapping.ts';
import { importFailure, importForm, runImport, UPLOAD_FAILED, uploadFile } from './run-import.ts';

export interface ImportQueueActions {
  add(files: File[]): void;
  remove(id: string): void;
}

type Take = (step: JobStep) => void;

const NOTHING_MAPPED =
  'None of its columns could be matched with a lead field. Import it with the wizard, where you map them yourself.';

/** The queue of Multi-File Import, which starts its jobs itself. Leaving the page ends uploads, never imports. */
export function useImportQueue(): [Jobs, ImportQueueActions] {
  const [jobs, dispatch] = useReducer(queueReducer, []);
  const files = useRef(new Map<string, File>());
  const added = useRef(0);
  const leaving = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  useEffect(() => {
    for (const { id } of startable(jobs)) {
      const file = files.current.get(id);
      // Taken out of the map, a job is started once, however often this runs before its state has changed.
      files.current.delete(id);
      if (file) void runJob(file, taker(dispatch, id), leaving.current.signal);
    }
  }, [jobs]);

  const actions: ImportQueueActions = {
    add(chosen) {
      const described = chosen.map((file) => {
        added.current += 1;
        const id = String(added.current);
        files.current.set(id, file);
        return { id, name: file.name, size: file.size };
      });
      dispatch({ type: 'added', files: described });
    },
    remove: (id) => dispatch({ type: 'removed', id }),
  };
  return [jobs, actions];
}

function taker(dispatch: Dispatch<QueueAction>, id: string): Take {
  return (step) => dispatch({ type: 'stepped', id, step });
}

async function runJob(file: File, take: Take, signal: AbortSignal): Promise<void> {
  take({ type: 'uploading' });
  const upload = await uploadFile(file, (bytes) => take({ type: 'sent', bytes }), signal).catch(
    (error: unknown) => take({ type: 'failed', reason: messageOf(error, UPLOAD_FAILED) }),
  );
  if (!upload || signal.aborted) return;
  take({ type: 'uploaded', totalRows: upload.totalRows });
  const fieldMapping = upload.rememberedMapping?.fieldMapping ?? upload.suggestedMapping;
  if (mappedCount(fieldMapping) === 0) return take({ type: 'failed', reason: NOTHING_MAPPED });
  take({ type: 'mapped' });
  try {
    take({ type: 'importing' });
    await runImport(importForm(upload.uploadId, { fieldMapping }), (event) => take({ type: 'event', event }));
  } catch (error) {
    take({ type: 'failed', reason: importFailure(error) });
  }
}
