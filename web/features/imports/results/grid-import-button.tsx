import type { ImportPlan } from '#contract/imports.ts';
import { Button } from '../../../ui/button.tsx';
import { type GridImportRows, useGridImport } from './start-grid-import.ts';

interface GridImportButtonProps {
  uploadId: string;
  plan: ImportPlan | null;
  rows: GridImportRows;
  label: string;
  primary?: boolean;
  small?: boolean;
  disabled?: boolean;
  /** Called with the ID of the import as soon as it has begun. */
  onStarted: (importId: string) => void;
}

/** Starts an import of an upload, or of those of its rows that were edited since one. */
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
