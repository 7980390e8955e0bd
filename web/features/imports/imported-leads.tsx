import { Link } from '@tanstack/react-router';
import type { ImportStats } from '#contract/imports.ts';
import { formatCount } from '../../lib/format.ts';

interface ImportedLeadsProps {
  importId: string;
  stats: Pick<ImportStats, 'imported' | 'updated' | 'errors'>;
}

/** Links an import that has ended to its leads, and says how to import the rows with errors. */
export function ImportedLeads({ importId, stats: { imported, updated, errors } }: ImportedLeadsProps) {
  if (imported + updated + errors === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
      {imported + updated > 0 && (
        <Link to="/leads" search={{ import: importId }} className="font-medium underline underline-offset-2">
          View these leads
        </Link>
      )}
      {errors > 0 && (
        <p className="text-muted">
          To import the {formatCount(errors, 'row')} with errors, download the report, correct the values, and
          import that file.
        </p>
      )}
    </div>
  );
}
