import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import type { Caller } from '../http/bind.ts';
import { formFields, readUploadForm } from './multipart.ts';
import { removeUpload, storeUpload } from './writes.ts';

/** A stored file of a form. */
export interface FormFile {
  uploadId: string;
  filename: string;
  /** In bytes. */
  size: number;
}

/**
 * Passes a form's file to `use` and deletes it afterwards.
 * @throws HttpError for an invalid form, field or file
 */
export async function withUploadedFile<F extends z.ZodRawShape, T>(
  { scope, request, account }: Caller,
  form: z.ZodObject<F>,
  use: (file: FormFile, fields: z.output<z.ZodObject<F>>) => Promise<T>,
): Promise<T> {
  const { file, fields } = await readUploadForm<FormFile>(request, Object.keys(form.shape), {
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
    return await use(file, formFields(form, fields));
  } catch (error) {
    // A thread's error comes without the field.
    const isOfFile =
      error instanceof HttpError && (error.error === 'unreadable_file' || error.error === 'invalid_input');
    throw isOfFile ? new HttpError(error.error, error.message, { field: error.field ?? 'file' }) : error;
  } finally {
    if (file !== null) await removeUpload(scope, file.uploadId);
  }
}
