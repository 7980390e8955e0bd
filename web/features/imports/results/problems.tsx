import { useQuery } from '@tanstack/react-query';
import type { ImportRecord, ReportRow } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { OUTCOMES } from './import-states.ts';
import { LeadLink } from './lead-link.tsx';
import { LeftRows } from './left-rows.tsx';
import { importQuery } from './queries.ts';
import { ReportButton } from './report-download.tsx';

const TABLE_WIDTH = 480;

function ProblemTable({ rows }: { rows: readonly ReportRow[] }) {
  return (
    <RecordTable
      label="Problems"
      records={rows}
      keyOf={({ row }) => row}
      tableWidth={TABLE_WIDTH}
      className="max-h-96"
      columns={[
        {
          label: 'Row',
          numeric: true,
          cellClassName: 'py-2 align-top text-muted',
          value: ({ row }) => formatNumber(row),
        },
        {
          label: 'Outcome',
          cellClassName: 'py-2 align-top',
          value: ({ outcome }) => (
            <Badge tone={OUTCOMES[outcome].tone} className="align-top">
              {OUTCOMES[outcome].label}
            </Badge>
          ),
        },
        {
          label: 'Reason',
          onCard: 'block',
          className: 'w-full',
          cellClassName: 'min-w-36 py-2 align-top wrap-anywhere',
          value: ({ reason, repeatsLead }) => (
            <>
              {reason} {repeatsLead !== null && <LeadLink id={repeatsLead}>View Lead</LeadLink>}
            </>
          ),
        },
      ]}
    />
  );
}

interface ProblemsProps {
  record: Pick<ImportRecord, 'id' | 'status' | 'problems' | 'invalidPhones'> & { fixed: number };
  first: readonly ReportRow[];
}

/** Earlier versions' reports omit invalid phones. */
function hasProblems({ record: { problems, invalidPhones, fixed }, first }: ProblemsProps): boolean {
  return problems > 0 || invalidPhones > 0 || fixed > 0 || first.length > 0;
}

/** First problem rows, with links to the report and to fixing; nothing without problems. */
export function Problems(props: ProblemsProps) {
  const { id, status, problems, fixed } = props.record;
  if (!hasProblems(props)) return null;
  return (
    <section aria-label="Rows with problems">
      {problems > 0 || props.first.length > 0 ? (
        <Report {...props} />
      ) : (
        // The report of an import without problems has the edits.
        fixed > 0 && status !== 'processing' && <ReportButton importId={id} />
      )}
      <LeftRows importId={id} />
    </section>
  );
}

function Report({ record: { id, status, problems }, first }: ProblemsProps) {
  return (
    <>
      <header className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="text-14 font-semibold">First Problems</h3>
          <p className="text-13 text-muted tabular-nums">{countText(first.length, problems)}</p>
        </div>
        {/* The report is incomplete while the import runs. */}
        {status !== 'processing' && <ReportButton importId={id} />}
      </header>
      <ProblemTable rows={first} />
    </>
  );
}

function countText(shown: number, problems: number): string {
  if (problems <= shown) return `${formatCount(problems, 'row')} not imported, or imported with a warning`;
  return `${formatNumber(shown)} of ${formatCount(problems, 'row')} not imported, or imported with a warning`;
}

/** Problems of a running import, refetched at most once a second. */
export function LiveProblems({ importId }: { importId: string }) {
  const { data } = useQuery(importQuery(importId));
  if (!data || !hasProblems({ record: data, first: data.firstProblems })) return null;
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Problems record={data} first={data.firstProblems} />
    </div>
  );
}
