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
