import { useMutation } from '@tanstack/react-query';
import type { ImportPlan } from '#contract/imports.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { importFailure, importForm, runImportToEnd } from './run-import.ts';

/** The message is for the user. */
class StartFailed extends Error {}

/**
 * `all` rows, or rows edited since an import: `fixed` imports rows left out before, `stored`
 * updates leads.
 */
type GridImportRows = 'all' | 'fixed' | 'stored';

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
function useGridImport(uploadId: string, rows: GridImportRows, onStarted: (importId: string) => void) {
  return useMutation({
    mutationFn: (plan: ImportPlan) => startGridImport(uploadId, plan, rows),
    onSuccess: onStarted,
    onError: (error) => showFailure('Import failed', startFailure(error)),
  });
}

function startFailure(error: unknown): string {
  return error instanceof StartFailed ? error.message : importFailure(error);
}

interface GridImportButtonProps {
  uploadId: string;
  plan: ImportPlan | null;
  rows: GridImportRows;
  label: string;
  primary?: boolean;
  small?: boolean;
  disabled?: boolean;
  /** Receives the import's ID once it has begun. */
  onStarted: (importId: string) => void;
}

/** Imports an upload, or its rows edited since an import. */
export function GridImportButton(props: GridImportButtonProps) {
  const { uploadId, plan, rows, label, primary = true, small = false, disabled = false, onStarted } = props;
  const start = useGridImport(uploadId, rows, onStarted);
  return (
    <Button
      {...(small && { size: 'small' })}
      variant={primary ? 'primary' : 'secondary'}
      disabled={plan === null || disabled}
      pending={start.isPending}
      pendingText="Starting..."
      onClick={() => plan && start.mutate(plan)}
    >
      {label}
    </Button>
  );
}
