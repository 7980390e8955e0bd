import type { FastifyInstance } from 'fastify';
import {
  addToImportQueue,
  attachQueuedUpload,
  clearImportQueue,
  failQueuedUpload,
  getImportQueue,
  getQueuedFile,
  keepSendingQueued,
  mapQueuedFiles,
  removeQueuedFile,
  reopenQueuedMapping,
  retryQueuedFile,
  setImportQueue,
  setQueuedFile,
} from '#contract/import-queue.ts';
import type { Context } from '../../../platform/context/context.ts';
import { HttpError } from '../../../platform/errors.ts';
import { editorOf } from '../../../platform/http/actor.ts';
import { serve } from '../../../platform/http/bind.ts';
import { uploadOf } from '../plan/planned-upload.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import { attachSentFile, mapWaitingFiles } from './queue-mapping.ts';
import { findQueue, findQueuedFile, findQueuedFiles, findStoredFile } from './queue-reads.ts';
import { insertQueuedFiles, recordSending } from './queue-sending-writes.ts';
import { changeQueueSettings, settleSample } from './queue-settings-writes.ts';
import {
  clearQueue,
  deleteQueuedFile,
  failQueuedFile,
  reopenMapping,
  restartQueuedFile,
  setQueuedOptions,
} from './queue-writes.ts';

/** Registers the routes of the Multi-File Import's queue. Each user sees and changes only their own. */
export function importQueueRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getImportQueue, (_input, { scope, account }) =>
    scope.transaction((tx) => findQueue(tx, account.id)),
  );

  serve(app, context, addToImportQueue, ({ body: { files } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const ids = await insertQueuedFiles(tx, editorOf(caller), files);
      return findQueuedFiles(tx, caller.account.id, ids);
    }),
  );

  serve(app, context, setImportQueue, ({ body: { mapping, options, sampleId } }, { scope, account }) =>
    scope.transaction((tx) =>
      changeQueueSettings(tx, account.id, {
        ...(mapping !== undefined && { mapping }),
        ...(options !== undefined && { options }),
        ...(sampleId !== undefined && { sampleId }),
      }),
    ),
  );

  serve(app, context, keepSendingQueued, ({ body: { ids, sending } }, { scope, account }) =>
    scope.transaction(async (tx) => ({ ids: await recordSending(tx, account.id, ids, sending) })),
  );

  serve(app, context, mapQueuedFiles, async ({ body }, { scope, account }) => {
    await mapWaitingFiles(scope, account.id, body);
    return scope.transaction((tx) => findQueue(tx, account.id));
  });

  serve(app, context, reopenQueuedMapping, ({ body: { id } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      await findQueuedFile(tx, account.id, id);
      await reopenMapping(tx, account.id, id);
      await settleSample(tx, account.id);
      return findQueue(tx, account.id);
    }),
  );

  serve(app, context, clearImportQueue, ({ body: { files } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const removed = await clearQueue(tx, account.id, files);
      await settleSample(tx, account.id);
      return { removed };
    }),
  );

  serve(app, context, getQueuedFile, async ({ params: { id } }, { scope, account }) => {
    const { file, stored } = await scope.transaction(async (tx) => ({
      stored: await findStoredFile(tx, account.id, id),
      file: await findQueuedFile(tx, account.id, id),
    }));
    if (stored.uploadId === null || stored.plan === null) throw notUploaded();
    const upload = await describeUpload(scope, await uploadOf(scope, stored.uploadId));
    const { fieldMapping, nameSplitConfig } = stored.plan;
    return { file, upload, plan: { fieldMapping, nameSplitConfig } };
  });

  queuedFileRoutes(app, context);
}

/** Registers the routes that change one file of the queue. */
function queuedFileRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, attachQueuedUpload, async ({ params: { id }, body: { uploadId } }, caller) => {
    await attachSentFile(caller.scope, editorOf(caller), id, uploadId);
    return caller.scope.transaction((tx) => findQueuedFile(tx, caller.account.id, id));
  });

  serve(app, context, failQueuedUpload, ({ params: { id }, body: { message } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const file = await findStoredFile(tx, account.id, id, { lock: true });
      if (file.state !== 'uploading') throw new HttpError('conflict', 'The file has been sent already');
      await failQueuedFile(tx, id, message);
      return findQueuedFile(tx, account.id, id);
    }),
  );

  serve(app, context, setQueuedFile, ({ params: { id }, body: { options } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const { state } = await findStoredFile(tx, account.id, id, { lock: true });
      if (state !== 'uploading' && state !== 'mapping') throw hasStarted();
      await setQueuedOptions(tx, id, options);
      return findQueuedFile(tx, account.id, id);
    }),
  );

  serve(app, context, retryQueuedFile, ({ params: { id } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const { state, failureFinal } = await findStoredFile(tx, account.id, id, { lock: true });
      if (state !== 'error') throw new HttpError('conflict', 'Only a failed file can be tried again');
      if (failureFinal) throw new HttpError('conflict', 'This file can never be imported');
      await restartQueuedFile(tx, account.id, id);
      await settleSample(tx, account.id);
      return findQueuedFile(tx, account.id, id);
    }),
  );

  serve(app, context, removeQueuedFile, ({ params: { id } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const { state } = await findStoredFile(tx, account.id, id, { lock: true });
      if (state === 'importing') {
        throw new HttpError('conflict', 'This file is being imported. Cancel its import first.');
      }
      await deleteQueuedFile(tx, id);
      await settleSample(tx, account.id);
      return { message: 'The file was removed from the queue' };
    }),
  );
}

function hasStarted(): HttpError {
  return new HttpError('conflict', 'The import of this file has started already');
}

function notUploaded(): HttpError {
  return new HttpError('conflict', 'The file has not been uploaded yet');
}
