import type { FastifyInstance } from 'fastify';
import {
  addToImportQueue,
  attachQueuedUpload,
  clearImportQueue,
  failQueuedUpload,
  getImportQueue,
  keepSendingQueued,
  mapQueuedFiles,
  removeQueuedFile,
  reopenQueuedMapping,
  retryQueuedFile,
  setImportQueue,
} from '#contract/import-queue.ts';
import { answerQueuedValues, getQueuedFile, readQueuedFile, setQueuedFile } from '#contract/queued-files.ts';
import type { Context } from '../../../platform/context/context.ts';
import { HttpError } from '../../../platform/errors.ts';
import { editorOf } from '../../../platform/http/actor.ts';
import { serve } from '../../../platform/http/bind.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { settleOpenValues } from './count-queued-values.ts';
import { answerFileValues, changeQueuedReading, hasStarted, openQueuedFile } from './queue-file-changes.ts';
import { attachSentFile, mapWaitingFiles } from './queue-mapping.ts';
import { findQueue, findQueuedFile, findQueuedFiles, findStoredFile } from './queue-reads.ts';
import { insertQueuedFiles, recordSending } from './queue-sending-writes.ts';
import {
  changeQueueSettings,
  clearQueue,
  deleteQueuedFile,
  failQueuedFile,
  queueTransaction,
  reopenMapping,
  restartQueuedFile,
  setFileChoices,
  settleSample,
} from './queue-writes.ts';

/** Each user sees and changes only their own queue. */
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

  serve(app, context, setImportQueue, ({ body }, { scope, account }) => {
    const { mapping, unknownValues, options, sampleId } = body;
    return queueTransaction(scope, account.id, (tx) =>
      changeQueueSettings(tx, account.id, {
        ...(mapping !== undefined && { mapping }),
        ...(unknownValues !== undefined && { unknownValues }),
        ...(options !== undefined && { options }),
        ...(sampleId !== undefined && { sampleId }),
      }),
    );
  });

  serve(app, context, keepSendingQueued, ({ body: { ids, sending } }, { scope, account }) =>
    scope.transaction(async (tx) => ({ ids: await recordSending(tx, account.id, ids, sending) })),
  );

  serve(app, context, mapQueuedFiles, async ({ body }, { scope, account }) => {
    await mapWaitingFiles(scope, account.id, body);
    return scope.transaction((tx) => findQueue(tx, account.id));
  });

  serve(app, context, reopenQueuedMapping, ({ body: { id } }, { scope, account }) =>
    queueTransaction(scope, account.id, async (tx) => {
      await findQueuedFile(tx, account.id, id);
      await reopenMapping(tx, account.id, id);
      await settleSample(tx, account.id);
      return findQueue(tx, account.id);
    }),
  );

  serve(app, context, clearImportQueue, ({ body: { files } }, { scope, account }) =>
    queueTransaction(scope, account.id, async (tx) => {
      const removed = await clearQueue(tx, account.id, files);
      await settleSample(tx, account.id);
      return { removed };
    }),
  );

  serve(app, context, getQueuedFile, ({ params: { id } }, { scope, account, reply }) =>
    openQueuedFile(context, scope, account.id, id, clientSignal(reply)),
  );

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
      if (file.state !== 'uploading') throw new HttpError('conflict', 'The file has already been uploaded');
      await failQueuedFile(tx, id, message);
      return findQueuedFile(tx, account.id, id);
    }),
  );

  serve(app, context, setQueuedFile, ({ params: { id }, body }, { scope, account }) =>
    queueTransaction(scope, account.id, async (tx) => {
      const { state, options, keepValues } = await findStoredFile(tx, account.id, id, { lock: true });
      if (state !== 'uploading' && state !== 'mapping') throw hasStarted();
      await setFileChoices(tx, account.id, id, {
        options: body.options === undefined ? options : body.options,
        keepValues: body.keepValues ?? keepValues,
      });
      return findQueuedFile(tx, account.id, id);
    }),
  );

  serve(app, context, readQueuedFile, async ({ params: { id }, body }, { scope, account, reply }) => {
    const { sheet = null, encoding = null, delimiter = null, headerRow = null } = body;
    const choice = { sheet, encoding, delimiter, headerRow };
    const signal = clientSignal(reply);
    await changeQueuedReading(context, scope, account.id, id, { choice, signal });
    return openQueuedFile(context, scope, account.id, id, signal);
  });

  serve(app, context, answerQueuedValues, async ({ params: { id }, body }, { scope, account }) => {
    await answerFileValues(scope, account.id, id, body.valueMaps);
    return scope.transaction((tx) => findQueue(tx, account.id));
  });

  serve(app, context, retryQueuedFile, ({ params: { id } }, { scope, account }) =>
    queueTransaction(scope, account.id, async (tx) => {
      const { state, failureFinal } = await findStoredFile(tx, account.id, id, { lock: true });
      if (state !== 'error') throw new HttpError('conflict', 'Only failed files can be retried');
      if (failureFinal) throw new HttpError('conflict', "This file can't be imported");
      await restartQueuedFile(tx, account.id, id);
      await settleOpenValues(tx, account.id);
      await settleSample(tx, account.id);
      return findQueuedFile(tx, account.id, id);
    }),
  );

  serve(app, context, removeQueuedFile, ({ params: { id } }, { scope, account }) =>
    queueTransaction(scope, account.id, async (tx) => {
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
