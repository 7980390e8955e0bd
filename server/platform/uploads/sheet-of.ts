import type { Context } from '../context/context.ts';
import type { OrganizationScope } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { inspectInThread } from './inspection-threads.ts';
import type { StoredUpload } from './reads.ts';
import { findSheet } from './sheet-reads.ts';
import { keepSheet } from './sheet-writes.ts';

/**
 * Returns the upload with the content of the requested sheet. The upload itself describes the default sheet,
 * which null requests; the first request for another sheet reads it to its end, or until `signal` aborts.
 * @throws HttpError invalid_input at `field` if the file has no such sheet or the sheet can't be read
 */
export async function sheetOf(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  upload: StoredUpload,
  { sheet, field, signal }: { sheet: string | null; field: string; signal?: AbortSignal },
): Promise<StoredUpload> {
  if (sheet === null || sheet === upload.format.sheet) return upload;
  if (!upload.format.sheets.includes(sheet)) {
    throw new HttpError('invalid_input', `The file has no sheet "${sheet}"`, { field });
  }
  const format = { ...upload.format, sheet };
  const known = await scope.transaction((tx) => findSheet(tx, upload.id, sheet));
  if (known !== null) return { ...upload, ...known, format };
  const task = { uploadId: upload.id, filename: upload.filename, size: upload.size, sheet };
  const inspected = await inspectInThread(context.threads, scope.organizationId, task, signal);
  if (!inspected.ok) throw new HttpError('invalid_input', inspected.message, { field });
  const { columns, preview, previewNumbers, totalRows } = inspected.found;
  const found = { columns, preview, previewNumbers, totalRows };
  await scope.transaction((tx) => keepSheet(tx, upload.id, sheet, found));
  return { ...upload, ...found, format };
}
