import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { queuedFile, queueOptions, queueReply } from './import-queue.ts';
import { valueMaps } from './import-value-maps.ts';
import { idParams } from './shapes.ts';
import { readingBody, rememberedMapping, uploadReply } from './uploads.ts';

const openedFile = z.object({ file: queuedFile, upload: uploadReply, plan: rememberedMapping });

export type OpenedFile = z.infer<typeof openedFile>;

export const getQueuedFile = endpoint({
  method: 'GET',
  path: '/api/import-queue/:id',
  access: 'user',
  input: { params: idParams },
  reply: openedFile,
  errors: ['not_found', 'conflict'],
});

export const setQueuedFile = endpoint({
  method: 'PATCH',
  path: '/api/import-queue/:id',
  access: 'user',
  input: {
    params: idParams,
    body: z
      .strictObject({ options: queueOptions.nullable().optional(), keepValues: z.boolean().optional() })
      .refine((body) => Object.keys(body).length > 0, {
        message: 'Send at least one of options and keepValues',
        path: ['options'],
      }),
  },
  reply: queuedFile,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const readQueuedFile = endpoint({
  method: 'POST',
  path: '/api/import-queue/:id/reading',
  access: 'user',
  input: { params: idParams, body: readingBody },
  reply: openedFile,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const answerQueuedValues = endpoint({
  method: 'POST',
  path: '/api/import-queue/:id/values',
  access: 'user',
  input: { params: idParams, body: z.strictObject({ valueMaps }) },
  reply: queueReply,
  errors: ['invalid_input', 'not_found', 'conflict'],
});
