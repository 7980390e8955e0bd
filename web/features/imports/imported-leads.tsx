import { Link } from '@tanstack/react-router';
import type { ImportStats } from '#contract/imports.ts';

interface ImportedLeadsProps {
  importId: string;
  stats: Pick<ImportStats, 'imported' | 'updated'>;
}

/** Links an import that has ended to its leads. */
export function ImportedLeads({ importId, stats: { imported, updated } }: ImportedLeadsProps) {
  if (imported + updated === 0) return null;
  return (
    <Link
      to="/leads"
      search={{ import: importId }}
      className="self-start max-md:py-3 font-medium text-13 underline underline-offset-2"
    >
      View These Leads
    </Link>
  );
}
