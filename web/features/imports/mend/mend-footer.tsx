import { useQuery } from '@tanstack/react-query';
import type { ImportGrid } from '#contract/import-mending.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { draftQuery } from '../drafts/draft-queries.ts';
import { stableKey } from '../drafts/stable-key.ts';
import { useGridImport } from '../start-grid-import.ts';
import { StepFooter } from '../step-footer.tsx';
import { BackToMapping } from './back-to-mapping.tsx';

interface MendFooterProps {
  uploadId: string;
  grid: ImportGrid;
  /** True while changes are on their way to the server, which the import has to wait for. */
  saving: boolean;
  onImport: (importId: string) => void;
}

/** Leads back to the mapping, and starts the import with the rows as they are now. */
export function MendFooter({ uploadId, grid, saving, onImport }: MendFooterProps) {
  const { plan } = grid;
  const { label, fixedOnly, disabled } = importAction(grid);
  const start = useGridImport(uploadId, fixedOnly, onImport);
  const { data: draft } = useQuery({ ...draftQuery(uploadId), staleTime: 0 });
  const isOutdated = draft?.state === 'open' && plan !== null && stableKey(draft.plan) !== stableKey(plan);
  return (
    <StepFooter
      actions={
        <>
          <BackToMapping uploadId={uploadId} />
          <Button
            variant="primary"
            disabled={plan === null || disabled || saving || isOutdated}
            pending={start.isPending}
            pendingText="Starting..."
            onClick={() => plan && start.mutate(plan)}
          >
            {label}
          </Button>
        </>
      }
    >
      {isOutdated ? (
        <p role="status">
          The mapping has changed since these rows were checked. Go back to check them again.
        </p>
      ) : (
        <p className="text-muted tabular-nums">{saving ? 'Saving…' : savedText(grid)}</p>
      )}
    </StepFooter>
  );
}

/** Returns the import to offer: of the file, or of the rows that were fixed since it was imported. */
function importAction({ totals, lastImport }: ImportGrid) {
  if (lastImport?.status === 'completed') {
    return { label: 'Import Fixed Rows', fixedOnly: true, disabled: !lastImport.mendedSince };
  }
  const nothing = totals !== null && totals.imported + totals.updated === 0;
  const runs = lastImport?.status === 'processing';
  return { label: 'Start Import', fixedOnly: false, disabled: nothing || runs };
}

/** Says what was changed, and that nothing needs to be saved. */
function savedText({ editedCells, droppedRows }: ImportGrid): string {
  const parts = [
    editedCells > 0 && `${formatCount(editedCells, 'cell')} changed`,
    droppedRows > 0 && `${formatCount(droppedRows, 'row')} dropped`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}. Saved.` : 'Changes are saved as you make them.';
}
