import { useMutation } from '@tanstack/react-query';
import type { ImportGrid } from '#contract/import-mending.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { startFailure, startGridImport } from '../start-grid-import.ts';
import { StepFooter } from '../step-footer.tsx';
import { BackToMapping } from './back-to-mapping.tsx';

interface MendFooterProps {
  uploadId: string;
  grid: ImportGrid;
  onImport: (importId: string) => void;
}

/** Leads back to the mapping, and starts the import with the rows as they are now. */
export function MendFooter({ uploadId, grid, onImport }: MendFooterProps) {
  const { plan, totals, editedCells, droppedRows } = grid;
  const start = useMutation({
    mutationFn: (checked: ImportPlan) => startGridImport(uploadId, checked),
    onSuccess: onImport,
    onError: (error) =>
      toast({ tone: 'destructive', title: 'Import failed', description: startFailure(error) }),
  });
  const nothing = totals !== null && totals.imported + totals.updated === 0;
  const parts = [
    editedCells > 0 && `${formatCount(editedCells, 'cell')} changed`,
    droppedRows > 0 && `${formatCount(droppedRows, 'row')} dropped`,
  ].filter((part) => part !== false);
  return (
    <StepFooter
      actions={
        <>
          <BackToMapping uploadId={uploadId} />
          <Button
            variant="primary"
            disabled={plan === null || nothing}
            pending={start.isPending}
            pendingText="Starting..."
            onClick={() => plan && start.mutate(plan)}
          >
            Start Import
          </Button>
        </>
      }
    >
      <p className="text-muted tabular-nums">
        {parts.length > 0 ? `${parts.join(', ')}. Saved.` : 'Changes are saved as you make them.'}
      </p>
    </StepFooter>
  );
}
