import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ANY_DUPLICATE } from '#contract/import-fixing.ts';
import type { ImportStats } from '#contract/imports.ts';
import { formatCount } from '../../../lib/format.ts';
import { duplicateRows, mergedText } from './outcome-text.ts';
import { gridQuery, importQuery } from './queries.ts';

interface ResultLinksProps {
  importId: string;
  stats: Pick<ImportStats, 'imported' | 'updated' | 'duplicates'>;
}

const LINK = 'max-md:py-3 font-medium text-13 underline underline-offset-2';

export function ResultLinks({ importId, stats: { imported, updated, duplicates } }: ResultLinksProps) {
  if (imported + updated + duplicates === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {imported + updated > 0 && (
        <Link to="/leads" search={{ import: importId }} className={LINK}>
          View These Leads
        </Link>
      )}
      {duplicates > 0 && <DuplicatesLink importId={importId} duplicates={duplicates} />}
      {imported > 0 && <MergedDuplicates importId={importId} />}
    </div>
  );
}

function MergedDuplicates({ importId }: { importId: string }) {
  const { data: record } = useQuery({ ...importQuery(importId), refetchOnMount: false });
  const text = mergedText(record?.merge ?? null);
  return text === null ? null : (
    <p role="status" className="text-13 text-muted">
      {text}
    </p>
  );
}

/** Opens the remaining duplicates in the grid while the file is kept. */
function DuplicatesLink({ importId, duplicates }: { importId: string; duplicates: number }) {
  // The import's problems refetch it.
  const { data: record } = useQuery({ ...importQuery(importId), refetchOnMount: false });
  const uploadId = record?.uploadId ?? '';
  const isKept = record !== undefined && record.fixedSince !== null;
  const { data: grid } = useQuery({ ...gridQuery(uploadId), enabled: isKept });
  // A correction's duplicates are some of those that the grid lists.
  const left = grid?.state === 'ready' ? duplicateRows(grid.reasons) : duplicates;
  if (!isKept || !grid || left === 0) return null;
  return (
    <Link to="/import/fix" search={{ draft: uploadId, code: ANY_DUPLICATE }} className={LINK}>
      {record.isCorrection ? 'View Duplicates in the File' : `View ${formatCount(left, 'Duplicate')}`}
    </Link>
  );
}
