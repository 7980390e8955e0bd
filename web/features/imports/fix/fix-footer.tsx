import { useQuery } from '@tanstack/react-query';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { formatCount } from '../../../lib/format.ts';
import { draftQuery } from '../drafts/draft-queries.ts';
import { stableKey } from '../drafts/stable-key.ts';
import { GridImportButton } from '../results/grid-import-button.tsx';
import { updateText } from '../results/update-text.ts';
import { StepFooter } from '../step-footer.tsx';
import { BackToMapping } from './back-to-mapping.tsx';

interface FixFooterProps {
  uploadId: string;
  grid: ImportGrid;
  /** The import must wait for unsaved changes. */
  saving: boolean;
  onImport: (importId: string) => void;
}

/** Returns to the mapping, or imports the rows as they are. */
export function FixFooter({ uploadId, grid, saving, onImport }: FixFooterProps) {
  const { plan } = grid;
  const { data: draft } = useQuery({ ...draftQuery(uploadId), staleTime: 0 });
  const isOutdated = draft?.state === 'open' && plan !== null && stableKey(draft.plan) !== stableKey(plan);
  return (
    <StepFooter
      actions={
        <>
          <BackToMapping uploadId={uploadId} />
          {importActions(grid).map(({ disabled, ...action }) => (
            <GridImportButton
              key={action.rows}
              {...action}
              uploadId={uploadId}
              plan={plan}
              disabled={disabled || saving || isOutdated}
              onStarted={onImport}
            />
          ))}
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

/** Offers to import the file, or rows fixed since its import. */
function importActions({ totals, lastImport }: ImportGrid) {
  const leads = lastImport?.leadsToUpdate ?? 0;
  const update =
    leads > 0 ? [{ label: updateText(leads), rows: 'stored', primary: true, disabled: false } as const] : [];
  if (lastImport?.status === 'completed') {
    const rows = lastImport.fixedSince ?? 0;
    const again = { label: 'Import Fixed Rows', rows: 'fixed' as const, primary: leads === 0 };
    return rows === 0 && leads > 0 ? update : [{ ...again, disabled: rows === 0 }, ...update];
  }
  const nothing = totals !== null && totals.imported + totals.updated === 0;
  const disabled = nothing || lastImport?.status === 'processing';
  return [{ label: 'Start Import', rows: 'all' as const, primary: leads === 0, disabled }, ...update];
}

/** Summarizes the changes, which are saved automatically. */
function savedText({ editedCells, droppedRows }: ImportGrid): string {
  const parts = [
    editedCells > 0 && `${formatCount(editedCells, 'cell')} changed`,
    droppedRows > 0 && `${formatCount(droppedRows, 'row')} dropped`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}. Saved.` : 'Changes are saved as you make them.';
}
