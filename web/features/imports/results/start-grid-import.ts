import { useMutation } from '@tanstack/react-query';
import type { ImportPlan } from '#contract/imports.ts';
import { toast } from '../../../ui/toast-store.ts';
import { importFailure, importForm, runImportToEnd } from './run-import.ts';

/** The message is for the user. */
class StartFailed extends Error {}

/**
 * `all` rows, or rows edited since an import: `fixed` imports rows left out before, `stored`
 * updates leads.
 */
export type GridImportRows = 'all' | 'fixed' | 'stored';

/** Resolves to the import's ID once it has begun. @throws StartFailed, and the errors of runImportToEnd */
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

/** Imports an upload with its edits; reports failures to start. */
export function useGridImport(uploadId: string, rows: GridImportRows, onStarted: (importId: string) => void) {
  return useMutation({
    mutationFn: (plan: ImportPlan) => startGridImport(uploadId, plan, rows),
    onSuccess: onStarted,
    onError: (error) =>
      toast({ tone: 'destructive', title: 'Import failed', description: startFailure(error) }),
  });
}

function startFailure(error: unknown): string {
  return error instanceof StartFailed ? error.message : importFailure(error);
}
