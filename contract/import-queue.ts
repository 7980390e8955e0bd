import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importOptions, importPlan, importStats } from './imports.ts';
import { UPLOAD_EXTENSIONS } from './limits.ts';
import { IMPORT_QUEUE_PATH } from './live-paths.ts';
import { id, idParams, messageReply, time } from './shapes.ts';

export const QUEUE_MAX = 500;

/** Names of unimported columns listed per file; `count` has the total. */
export const LEFT_OUT_NAMES = 20;

/** Options other than the mapping. */
export const queueOptions = importPlan.pick({ importMode: true, manualTags: true }).extend({
  ...importOptions.pick({
    defaultCountry: true,
    countryFromPhone: true,
    updatePolicy: true,
    dropInvalidEmails: true,
  }).shape,
});

export type QueueOptions = z.output<typeof queueOptions>;

export const queueSettings = z.object({
  /** `each`: files start automatically; `one`: files wait for confirmation. */
  mapping: z.enum(['each', 'one']).default('each'),
  /** `ask`: files with unknown values wait; `keep`: unknown values are imported unchanged. */
  unknownValues: z.enum(['ask', 'keep']).default('keep'),
  /** Defaults for all files. */
  options: queueOptions.prefault({}),
  /** Shown in the mapping panel; null: the first waiting file. */
  sampleId: id.nullable().default(null),
});

export type QueueSettings = z.output<typeof queueSettings>;

const queueState = z.enum(['uploading', 'mapping', 'importing', 'completed', 'cancelled', 'error']);

const openValues = z.object({
  column: z.string(),
  target: z.string(),
  values: z.number().int(),
  rows: z.number().int(),
});

export type OpenValues = z.infer<typeof openValues>;

export const queuedFile = z.object({
  id,
  filename: z.string(),
  /** Folder such as `2030/may`; empty for a single file. */
  folder: z.string(),
  /** In bytes. */
  size: z.number().int(),
  state: queueState,
  /** Percent: 0 uploading, 20 uploaded, 40 mapped, 50 to 100 importing. */
  progress: z.number(),
  /** The upload stopped; choose the file again. */
  interrupted: z.boolean(),
  /** Mapped and waiting for its turn. */
  ready: z.boolean(),
  /** The user confirmed the mapping. */
  confirmed: z.boolean(),
  /** Equal for files with the same column names; null before the upload. */
  group: z.string().nullable(),
  mapped: z.number().int(),
  /** Unimported columns; `count` may exceed the names. */
  leftOut: z.object({ names: z.array(z.string()), count: z.number().int() }),
  /** Mapped columns that the file lacks. */
  missing: z.array(z.string()),
  /** Values are still being counted. */
  counting: z.boolean(),
  /** Columns with unknown values: number of values and of rows in the whole file. */
  openValues: z.array(openValues),
  /** Import unknown values unchanged. */
  keepValues: z.boolean(),
  /** Overrides the queue's options. */
  options: queueOptions.nullable(),
  importId: id.nullable(),
  /** Newest earlier import of the same content. */
  earlierImportId: id.nullable(),
  stats: importStats.nullable(),
  failure: z
    .object({
      title: z.enum(['Upload failed', 'Import failed']),
      message: z.string(),
      /** Retrying can't help. */
      final: z.boolean(),
    })
    .nullable(),
  createdAt: time,
});

export type QueuedFile = z.infer<typeof queuedFile>;

export const queueReply = z.object({ settings: queueSettings, files: z.array(queuedFile) });

export type ImportQueue = z.infer<typeof queueReply>;

const ids = z.array(id).min(1).max(QUEUE_MAX);

const newFile = z.strictObject({
  filename: z
    .string()
    .min(1)
    .max(500)
    .refine((name) => UPLOAD_EXTENSIONS.some((ending) => name.toLowerCase().endsWith(ending)), {
      message: 'Only .csv, .xlsx and .xls files can be imported',
    }),
  folder: z.string().max(2_000).default(''),
  size: z.number().int().min(0),
});

export type NewQueuedFile = z.input<typeof newFile>;

/** Mapping chosen for the queue, by column name. */
const chosenMapping = importPlan.pick({ fieldMapping: true, nameSplitConfig: true });

export const getImportQueue = endpoint({
  method: 'GET',
  path: IMPORT_QUEUE_PATH,
  access: 'user',
  reply: queueReply,
});

export const addToImportQueue = endpoint({
  method: 'POST',
  path: IMPORT_QUEUE_PATH,
  access: 'user',
  input: { body: z.strictObject({ files: z.array(newFile).min(1).max(QUEUE_MAX) }) },
  status: 201,
  reply: z.array(queuedFile),
  errors: ['invalid_input', 'conflict'],
});

export const setImportQueue = endpoint({
  method: 'PATCH',
  path: IMPORT_QUEUE_PATH,
  access: 'user',
  input: {
    body: z.strictObject({
      mapping: z.enum(['each', 'one']).optional(),
      unknownValues: z.enum(['ask', 'keep']).optional(),
      options: queueOptions.optional(),
      sampleId: id.nullable().optional(),
    }),
  },
  reply: queueSettings,
  errors: ['invalid_input'],
});

export const attachQueuedUpload = endpoint({
  method: 'POST',
  path: '/api/import-queue/:id/upload',
  access: 'user',
  input: { params: idParams, body: z.strictObject({ uploadId: id }) },
  reply: queuedFile,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const failQueuedUpload = endpoint({
  method: 'POST',
  path: '/api/import-queue/:id/upload-failed',
  access: 'user',
  input: { params: idParams, body: z.strictObject({ message: z.string().min(1).max(1_000) }) },
  reply: queuedFile,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const keepSendingQueued = endpoint({
  method: 'POST',
  path: '/api/import-queue/sending',
  access: 'user',
  input: { body: z.strictObject({ ids, sending: z.boolean() }) },
  reply: z.object({ ids: z.array(id) }),
  errors: ['invalid_input'],
});

export const mapQueuedFiles = endpoint({
  method: 'POST',
  path: '/api/import-queue/mapping',
  access: 'user',
  input: { body: chosenMapping.extend({ ids, confirm: z.boolean() }).strict() },
  reply: queueReply,
  errors: ['invalid_input', 'not_found'],
});

export const reopenQueuedMapping = endpoint({
  method: 'POST',
  path: '/api/import-queue/mapping/reopen',
  access: 'user',
  input: { body: z.strictObject({ id }) },
  reply: queueReply,
  errors: ['invalid_input', 'not_found'],
});

export const retryQueuedFile = endpoint({
  method: 'POST',
  path: '/api/import-queue/:id/retry',
  access: 'user',
  input: { params: idParams },
  reply: queuedFile,
  errors: ['not_found', 'conflict'],
});

export const removeQueuedFile = endpoint({
  method: 'DELETE',
  path: '/api/import-queue/:id',
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found', 'conflict'],
});

export const clearImportQueue = endpoint({
  method: 'POST',
  path: '/api/import-queue/clear',
  access: 'user',
  input: { body: z.strictObject({ files: z.enum(['finished', 'waiting']) }) },
  reply: z.object({ removed: z.number().int() }),
  errors: ['invalid_input'],
});
