import { useMutation } from '@tanstack/react-query';
import type { ImportPlan } from '#contract/imports.ts';
import { toast } from '../../../ui/toast-store.ts';
import { importFailure, importForm, runImportToEnd } from './run-import.ts';

/** A reason for which the server didn't import, in words. */
class StartFailed extends Error {}

/**
 * Rows of an upload to import: `all`, or the ones that were edited since an import. `fixed` imports the ones that it left,
 * `stored` updates the leads of the others.
 */
export type GridImportRows = 'all' | 'fixed' | 'stored';

/**
 * Starts the import of an upload with its edits and returns its ID once the server has begun it; the import goes on by
 * itself.
 * @throws StartFailed, and the errors of runImportToEnd
 */
function startGridImport(uploadId: string, plan: ImportPlan, rows: GridImportRows): Promise<string> {
  const form = importForm(uploadId, plan);
  form.append('rows', rows);
  return new Promise((resolve, reject) => {
    runImportToEnd(form, (event) => {
      if (event.importId !== undefined) resolve(event.importId);
      else if (event.type === 'error') reject(new StartFailed(event.message));
    }).catch(reject);
  });
}

/** Starts imports of an upload with its edits (`startGridImport`), and shows why one couldn't be started. */
export function useGridImport(uploadId: string, rows: GridImportRows, onStarted: (importId: string) => void) {
  return useMutation({
    mutationFn: (plan: ImportPlan) => startGridImport(uploadId, plan, rows),
    onSuccess: onStarted,
    onError: (error) =>
      toast({ tone: 'destructive', title: 'Import failed', description: startFailure(error) }),
  });
}

/** Returns the message for an import that couldn't be started. */
function startFailure(error: unknown): string {
  return error instanceof StartFailed ? error.message : importFailure(error);
}
