import { z } from 'zod';
import { bulkOperation } from './bulk.ts';
import { endpoint, type TokenAccess } from './endpoint.ts';
import { customerNumber } from './sale-terms.ts';
import { givenTime, id, idParams, messageReply, time, unlessEmpty } from './shapes.ts';

/** Entries of one call. */
export const SUPPRESSIONS_MAX = 10_000;
const ENTRY_MAX = 2_000;
const REASON_MAX = 200;
const LIST_NAME_MAX = 100;

const SUPPRESSION_KINDS = ['email', 'phone', 'domain', 'prefix', 'hash'] as const;
export const SUPPRESSION_FORMATS = ['auto', 'plain', 'md5', 'sha1', 'sha256', 'dnc'] as const;

export const suppressionList = z.object({
  id,
  name: z.string(),
  /** The list counts only for sales, exports and deliveries to this customer. */
  customerNumber: z.string().nullable(),
  entries: z.number().int(),
  createdAt: time,
  /** `Do not contact`, which can't be deleted. */
  isDefault: z.boolean(),
});
export type SuppressionList = z.infer<typeof suppressionList>;

export const suppression = z.object({
  id,
  listId: id,
  kind: z.enum(SUPPRESSION_KINDS),
  /** Masked: the plain value isn't stored. */
  hint: z.string(),
  hash: z.enum(['md5', 'sha1', 'sha256']).nullable(),
  reason: z.string().nullable(),
  source: z.string().nullable(),
  expiresAt: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
});
export type Suppression = z.infer<typeof suppression>;

const reason = z.string().trim().max(REASON_MAX).nullish();
const expiresAt = unlessEmpty(givenTime.nullish());

const createListBody = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(LIST_NAME_MAX),
  customerNumber: customerNumber.nullish(),
});

const listQuery = z.strictObject({
  listId: unlessEmpty(id.optional()),
  kind: unlessEmpty(z.enum(SUPPRESSION_KINDS).optional()),
  /** A whole email, phone, domain, prefix or hash. */
  search: unlessEmpty(z.string().trim().max(ENTRY_MAX).optional()),
  limit: unlessEmpty(z.coerce.number().int().min(1).max(1_000).default(100)),
  offset: unlessEmpty(z.coerce.number().int().min(0).max(100_000_000).default(0)),
});

const addBody = z.strictObject({
  /** `Do not contact` by default. */
  listId: id.optional(),
  entries: z.array(z.string().max(ENTRY_MAX)).min(1, 'Enter at least one entry').max(SUPPRESSIONS_MAX),
  reason,
  expiresAt,
});

const addReply = z.object({
  added: z.number().int(),
  existing: z.number().int(),
  invalid: z.array(z.object({ entry: z.string(), message: z.string() })),
  /** Stored leads that the entries meet. */
  leads: z.number().int(),
});

const checkBody = z.strictObject({
  entries: z.array(z.string().max(ENTRY_MAX)).min(1).max(SUPPRESSIONS_MAX),
  /** Asks the lists of this customer too. */
  customerNumber: customerNumber.nullish(),
});

const checkResult = z.object({ entry: z.string(), suppressed: z.boolean(), lists: z.array(z.string()) });

const entriesReply = { entries: z.array(suppression), total: z.number().int() };

export const listSuppressionLists = endpoint({
  method: 'GET',
  path: '/api/suppression-lists',
  access: 'user',
  input: {},
  status: 200,
  reply: z.array(suppressionList),
  errors: [],
});

export const createSuppressionList = endpoint({
  method: 'POST',
  path: '/api/suppression-lists',
  access: 'admin',
  input: { body: createListBody },
  status: 201,
  reply: suppressionList,
  errors: ['invalid_input', 'conflict'],
});

export const deleteSuppressionList = endpoint({
  method: 'DELETE',
  path: '/api/suppression-lists/:id',
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: messageReply,
  errors: ['not_found', 'conflict'],
});

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/api/suppressions',
  access: 'user',
  input: { query: listQuery },
  status: 200,
  reply: z.object(entriesReply),
  errors: ['invalid_input'],
});

export const addSuppressions = endpoint({
  method: 'POST',
  path: '/api/suppressions',
  access: 'admin',
  input: { body: addBody },
  status: 201,
  reply: addReply,
  errors: ['invalid_input', 'not_found'],
});

/** Form fields in addition to the part `file`. */
export const suppressionFileForm = z.strictObject({
  listId: unlessEmpty(id.optional()),
  format: unlessEmpty(z.enum(SUPPRESSION_FORMATS).default('auto')),
  reason: unlessEmpty(z.string().trim().max(REASON_MAX).optional()),
  expiresAt: unlessEmpty(givenTime.optional()),
});

export const importSuppressions = endpoint({
  method: 'POST',
  path: '/api/suppressions/import',
  access: 'admin',
  input: {},
  body: 'multipart',
  status: 201,
  reply: bulkOperation,
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_large'],
});

export const deleteSuppression = endpoint({
  method: 'DELETE',
  path: '/api/suppressions/:id',
  access: 'admin',
  input: { params: idParams },
  status: 204,
  reply: z.void(),
  errors: ['not_found'],
});

export const checkSuppressions = endpoint({
  method: 'POST',
  path: '/api/suppressions/check',
  access: 'user',
  input: { body: checkBody },
  status: 200,
  reply: z.array(checkResult),
  errors: ['invalid_input'],
});

const success = z.literal(true);
const reads = 'token:read' satisfies TokenAccess;
const writes = 'token:write' satisfies TokenAccess;

export const publicSuppressionLists = endpoint({
  method: 'GET',
  path: '/api/v1/suppression-lists',
  access: reads,
  summary: 'List suppression lists',
  input: {},
  status: 200,
  reply: z.object({ success, lists: z.array(suppressionList) }),
  errors: ['invalid_input'],
});

export const publicCreateSuppressionList = endpoint({
  method: 'POST',
  path: '/api/v1/suppression-lists',
  access: writes,
  summary: 'Create a suppression list',
  input: { body: createListBody },
  status: 201,
  reply: suppressionList.extend({ success }),
  errors: ['invalid_input', 'conflict'],
});

export const publicDeleteSuppressionList = endpoint({
  method: 'DELETE',
  path: '/api/v1/suppression-lists/:id',
  access: writes,
  summary: 'Delete a suppression list with its entries',
  input: { params: idParams },
  status: 200,
  reply: z.object({ success, message: z.string() }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const publicSuppressions = endpoint({
  method: 'GET',
  path: '/api/v1/suppressions',
  access: reads,
  summary: 'List entries of suppression lists, newest first',
  input: { query: listQuery },
  status: 200,
  reply: z.object({ success, ...entriesReply }),
  errors: ['invalid_input'],
});

export const publicAddSuppressions = endpoint({
  method: 'POST',
  path: '/api/v1/suppressions',
  access: writes,
  summary: `Add up to ${SUPPRESSIONS_MAX.toLocaleString('en')} emails, phones, domains, prefixes or hashes`,
  input: { body: addBody },
  status: 201,
  reply: addReply.extend({ success }),
  errors: ['invalid_input', 'not_found'],
});

export const publicDeleteSuppression = endpoint({
  method: 'DELETE',
  path: '/api/v1/suppressions/:id',
  access: writes,
  summary: 'Remove an entry',
  input: { params: idParams },
  status: 204,
  reply: z.void(),
  errors: ['invalid_input', 'not_found'],
});

export const publicImportSuppressions = endpoint({
  method: 'POST',
  path: '/api/v1/suppressions/import',
  access: writes,
  summary: 'Add the entries of a file',
  input: {},
  body: 'multipart',
  status: 201,
  reply: bulkOperation.extend({ success }),
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_large'],
});

export const publicCheckSuppressions = endpoint({
  method: 'POST',
  path: '/api/v1/suppressions/check',
  access: reads,
  summary: 'Check which entries are suppressed',
  input: { body: checkBody },
  status: 200,
  reply: z.object({ success, results: z.array(checkResult) }),
  errors: ['invalid_input'],
});

export const PUBLIC_SUPPRESSION_API = [
  publicSuppressionLists,
  publicCreateSuppressionList,
  publicDeleteSuppressionList,
  publicSuppressions,
  publicAddSuppressions,
  publicImportSuppressions,
  publicDeleteSuppression,
  publicCheckSuppressions,
] as const;
