import { type ImportEvent, type ImportPlan, listImports } from '#contract/imports.ts';
import { type Upload, upload } from '#contract/uploads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { followImport, StreamLost } from '../../lib/import-stream.ts';
import { queryClient } from '../../lib/query.ts';
import { sendForm } from '../../lib/send-form.ts';
import { refreshAfterImport } from './queries.ts';

export const UPLOAD_FAILED = 'Failed to upload and parse file. Please try again.';
export const IMPORT_FAILED = 'Failed to import leads. Please try again.';

/** Uploads a file, telling the bytes that have left. Throws as sendForm does. */
export function uploadFile(
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  const form = new FormData();
  form.append('file', file);
  return sendForm(upload, form, { onProgress: (share) => onSent(Math.round(share * file.size)), signal });
}

/** The form that imports an upload; Multi-File Import sends the mapping alone, the wizard the whole plan. */
export function importForm(
  uploadId: string,
  plan: Pick<ImportPlan, 'fieldMapping'> & Partial<ImportPlan>,
): FormData {
  const form = new FormData();
  form.append('uploadId', uploadId);
  for (const [name, value] of Object.entries(plan)) {
    if (value !== null) form.append(name, JSON.stringify(value));
  }
  return form;
}

/**
 * Runs an import to its end and hands on its events. What the screens know of leads and imports is fetched
 * anew once it has begun and when it is over, also after the page that started it is left. Of an upload's attempts
 * one that has begun is followed; a signal ends the following, never the import. Throws as followImport does.
 */
export async function runImport(
  form: FormData,
  onEvent: (event: ImportEvent) => void,
  options: { attempt?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { attempt, signal } = options;
  let begun = false;
  try {
    for await (const event of followImport(form, { query: { attempt }, ...(signal && { signal }) })) {
      if (!begun) void queryClient.invalidateQueries({ queryKey: [listImports.path] });
      begun = true;
      onEvent(event);
    }
  } finally {
    if (begun) refreshAfterImport(queryClient);
  }
}

/** What to tell of an import that could not be followed to its end. */
export function importFailure(error: unknown): string {
  return error instanceof StreamLost ? error.message : messageOf(error, IMPORT_FAILED);
}
