import { useQuery } from '@tanstack/react-query';
import type { ImportRecord, ReportRow } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { LeftRows } from './left-rows.tsx';
import { ProblemTable } from './problem-table.tsx';
import { importQuery } from './queries.ts';
import { ReportButton } from './report-download.tsx';

interface ProblemsProps {
  record: Pick<ImportRecord, 'id' | 'status' | 'problems'>;
  first: readonly ReportRow[];
}

/**
 * Shows the first rows of an import's report and links to the whole report; renders nothing if the report is
 * empty.
 */
export function Problems({ record: { id, status, problems }, first }: ProblemsProps) {
  if (problems === 0 && first.length === 0) return null;
  return (
    <section aria-label="Rows with problems">
      <header className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="text-14 font-semibold">First problems</h3>
          <p className="text-13 text-muted tabular-nums">{countText(first.length, problems)}</p>
        </div>
        {/* The report is incomplete while the import runs. */}
        {status !== 'processing' && <ReportButton importId={id} />}
      </header>
      <ProblemTable rows={first} />
      <LeftRows importId={id} />
    </section>
  );
}

function countText(shown: number, problems: number): string {
  if (problems <= shown) return `${formatCount(problems, 'row')} not imported, or imported with a warning`;
  return `${formatNumber(shown)} of ${formatCount(problems, 'row')} not imported, or imported with a warning`;
}

/**
 * Shows the problems of an import that may still be running, refetched on its events at most once a second.
 */
export function LiveProblems({ importId }: { importId: string }) {
  const { data } = useQuery(importQuery(importId));
  if (!data || (data.problems === 0 && data.firstProblems.length === 0)) return null;
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Problems record={data} first={data.firstProblems} />
    </div>
  );
}
