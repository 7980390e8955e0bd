import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  MANUAL_ENTRY,
  type OutcomeCounts,
  type StatusUpdateRow,
} from '../../lead/operations/status-update.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { readUploadForm } from '../../platform/uploads/multipart.ts';
import { removeUpload, storeUpload } from '../../platform/uploads/writes.ts';
import { findStatusUpdateState } from './rows/reads.ts';
import type { FromFile, NewStatusUpdate, StatusUpdateFile } from './thread-data.ts';
import { createStatusUpdate } from './writes.ts';

const POLL_INTERVAL_MS = 50;
/** Rows per INSERT. */
const CHUNK_ROWS = 5_000;

/** Starts a status update from typed identifiers; returns the operation's id. */
export function startTypedStatusUpdate(
  scope: OrganizationScope,
  update: Omit<NewStatusUpdate, 'detail'>,
  identifiers: readonly string[],
): Promise<string> {
  return scope.transaction((tx) =>
    createStatusUpdate(tx, { ...update, detail: MANUAL_ENTRY }, typedRows(identifiers)),
  );
}

function* typedRows(identifiers: readonly string[]): Generator<StatusUpdateRow[]> {
  for (let from = 0; from < identifiers.length; from += CHUNK_ROWS) {
    yield identifiers.slice(from, from + CHUNK_ROWS).map((text, index) => ({
      rowNumber: from + index + 1,
      identifier: text.replaceAll('\0', '').toWellFormed(),
      value: null,
      country: null,
    }));
  }
}

/**
 * Passes a form's file to `use` and deletes it afterwards.
 * @throws HttpError for an invalid form, field or file
 */
export async function withUploadedFile<F extends z.ZodRawShape, T>(
  { scope, request, createdBy }: { scope: OrganizationScope; request: FastifyRequest; createdBy: string },
  form: z.ZodObject<F>,
  use: (file: StatusUpdateFile, fields: z.output<z.ZodObject<F>>) => Promise<FromFile<T>>,
): Promise<T> {
  const { file, fields } = await readUploadForm<StatusUpdateFile>(request, Object.keys(form.shape), {
    take: async (filename, bytes) => ({
      filename,
      ...(await storeUpload(scope, { filename, createdBy }, bytes)),
    }),
    drop: ({ uploadId }) => removeUpload(scope, uploadId),
  });
  try {
    if (file === null) {
      throw new HttpError('invalid_input', 'Send a file in the part named file', { field: 'file' });
    }
    const read = await use(file, fieldsOf(form, fields));
    if (!read.ok) throw new HttpError(read.error, read.message, { field: 'file' });
    return read.value;
  } finally {
    if (file !== null) await removeUpload(scope, file.uploadId);
  }
}

function fieldsOf<F extends z.ZodRawShape>(
  form: z.ZodObject<F>,
  fields: ReadonlyMap<string, string>,
): z.output<z.ZodObject<F>> {
  const parsed = form.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? '');
  const message = fields.has(field) ? (issue?.message ?? 'Invalid input') : 'This field is missing';
  throw new HttpError('invalid_input', `${field}: ${message}`, { field });
}

/** @throws HttpError internal when the update failed */
export async function waitForStatusUpdate(
  { scope, request }: { scope: OrganizationScope; request: FastifyRequest },
  id: string,
): Promise<OutcomeCounts> {
  await scope.commit();
  for (;;) {
    const state = await scope.transaction((tx) => findStatusUpdateState(tx, id));
    if (state?.status === 'completed') return state.outcomes;
    if (state === null || state.status === 'failed') {
      throw new HttpError('internal', "The update couldn't be finished");
    }
    // The client has disconnected, so the result no longer matters.
    if (request.raw.socket.destroyed) return {};
    await wait(POLL_INTERVAL_MS);
  }
}
