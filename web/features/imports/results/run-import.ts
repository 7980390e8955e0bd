import { type ImportEvent, type ImportPlan, listImports } from '#contract/imports.ts';
import { type Upload, upload } from '#contract/uploads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { StreamLost, streamImport } from '../../../lib/import-stream.ts';
import { queryClient } from '../../../lib/query.ts';
import { sendForm } from '../../../lib/send-form.ts';
import { refreshAfterImport } from './queries.ts';

export const UPLOAD_FAILED = 'Failed to upload and parse file. Please try again.';
export const IMPORT_FAILED = 'Failed to import leads. Please try again.';

/** Uploads a file with progress. @throws the errors of sendForm */
export function uploadImportFile(
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  const form = new FormData();
  form.append('file', file);
  if (file.name.endsWith('.tsv')) form.append('delimiter', '\t');
  return sendForm(upload, form, { onProgress: (share) => onSent(Math.round(share * file.size)), signal });
}

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
 * Runs an import to its end, invalidating lead and import queries at start and end even after the
 * user left. @throws the errors of streamImport
 */
export async function runImportToEnd(form: FormData, onEvent: (event: ImportEvent) => void): Promise<void> {
  let begun = false;
  try {
    for await (const event of streamImport(form, { query: {} })) {
      if (!begun) void queryClient.invalidateQueries({ queryKey: [listImports.path] });
      begun = true;
      onEvent(event);
    }
  } finally {
    if (begun) refreshAfterImport(queryClient);
  }
}

/** Returns the message for an import that can't be followed. */
export function importFailure(error: unknown): string {
  return error instanceof StreamLost ? error.message : messageOf(error, IMPORT_FAILED);
}
