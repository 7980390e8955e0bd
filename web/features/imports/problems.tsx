import { useQuery } from '@tanstack/react-query';
import type { ImportRecord, ReportRow } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { ProblemTable } from './problem-table.tsx';
import { importQuery } from './queries.ts';
import { ReportButton } from './report-download.tsx';

interface ProblemsProps {
  record: Pick<ImportRecord, 'id' | 'status' | 'problems'>;
  first: readonly ReportRow[];
}

/** The first rows that an import's report names, and the way to all of them; nothing when it names none. */
export function Problems({ record: { id, status, problems }, first }: ProblemsProps) {
  if (problems === 0 && first.length === 0) return null;
  return (
    <section aria-label="Rows with problems">
      <header className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="text-14 font-semibold">First problems</h3>
          <p className="text-13 text-muted tabular-nums">{countText(first.length, problems)}</p>
        </div>
        {/* A file of what is found so far would lack the rest. */}
        {status !== 'processing' && <ReportButton importId={id} />}
      </header>
      <ProblemTable rows={first} />
    </section>
  );
}

function countText(shown: number, problems: number): string {
  if (problems <= shown) return `${formatCount(problems, 'row')} not imported, or imported with a warning`;
  return `${formatNumber(shown)} of ${formatCount(problems, 'row')} not imported, or imported with a warning`;
}

/** The same of an import that may be running: read anew with every word of it, at most once a second. */
export function LiveProblems({ importId }: { importId: string }) {
  const { data } = useQuery(importQuery(importId));
  if (!data || (data.problems === 0 && data.firstProblems.length === 0)) return null;
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Problems record={data} first={data.firstProblems} />
    </div>
  );
}
