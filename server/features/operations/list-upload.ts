import type { z } from 'zod';
import type { ListAction, ListRow } from '../../lead/operations/operation.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { readUploadForm } from '../../platform/uploads/multipart.ts';
import { removeUpload, storeUpload } from '../../platform/uploads/writes.ts';

/** Rows per INSERT. */
const CHUNK_ROWS = 5_000;

/** A stored file that names leads. */
export interface ListFile {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/** A list about to start, as plain data for a thread. */
export interface NewList {
  action: ListAction;
  /** The file's name, or MANUAL_ENTRY. */
  detail: string;
  editor: Editor;
}

/** Yields the rows of typed identifiers. */
export function* typedRows(identifiers: readonly string[]): Generator<ListRow[]> {
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
  { scope, request, account }: Caller,
  form: z.ZodObject<F>,
  use: (file: ListFile, fields: z.output<z.ZodObject<F>>) => Promise<T>,
): Promise<T> {
  const { file, fields } = await readUploadForm<ListFile>(request, Object.keys(form.shape), {
    take: async (filename, bytes) => ({
      filename,
      ...(await storeUpload(scope, { filename, createdBy: account.id }, bytes)),
    }),
    drop: ({ uploadId }) => removeUpload(scope, uploadId),
  });
  try {
    if (file === null) {
      throw new HttpError('invalid_input', 'Send a file in the part named file', { field: 'file' });
    }
    return await use(file, fieldsOf(form, fields));
  } catch (error) {
    // A thread's error comes without the field.
    const isOfFile =
      error instanceof HttpError && (error.error === 'unreadable_file' || error.error === 'invalid_input');
    throw isOfFile ? new HttpError(error.error, error.message, { field: error.field ?? 'file' }) : error;
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
