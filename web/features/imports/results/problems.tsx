import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ImportGrid } from '#contract/import-fixing.ts';
import type { getImport, ImportReason, ImportRecord, ReportRow } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { GridImportButton } from './grid-import-button.tsx';
import { ROW_OUTCOMES } from './import-status.tsx';
import { LeadLink } from './lead-link.tsx';
import { updateText } from './outcome-text.ts';
import { gridQuery, importQuery } from './queries.ts';
import { reasonLabel } from './reason-label.ts';
import { ReportButton } from './report-download.tsx';

const TABLE_WIDTH = 480;

interface ReasonsProps {
  reasons: readonly ImportReason[];
  /** File whose rows can be fixed, or null. */
  uploadId: string | null;
}

/** Problems by reason, each with its first value and a link to its rows in Fix Rows. */
function Reasons({ reasons, uploadId }: ReasonsProps) {
  return (
    <ul aria-label="Reasons" className="mb-4 divide-y divide-line rounded-card border border-line">
      {reasons.map(({ outcome, code, column, rows, example }) => {
        const label = `${reasonLabel(code)}${column === null ? '' : ` in ${column}`}`;
        return (
          <li
            key={`${outcome} ${code} ${column}`}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-13"
          >
            <Badge tone={ROW_OUTCOMES[outcome].tone}>{ROW_OUTCOMES[outcome].label}</Badge>
            {label !== ROW_OUTCOMES[outcome].label && (
              <span className="font-medium wrap-anywhere">{label}</span>
            )}
            <span className="text-muted tabular-nums">{formatCount(rows, 'row')}</span>
            <span className="min-w-0 flex-1 basis-40 truncate text-muted" title={example.value}>
              Row {formatNumber(example.row)}
              {example.value !== '' && `: ${example.value}`}
            </span>
            {uploadId !== null && (
              <Link
                to="/import/fix"
                search={{ draft: uploadId, code, ...(column !== null && { column }) }}
                aria-label={`Fix ${label}`}
                className={buttonClass('quiet', 'small')}
              >
                Fix
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

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
            <Badge tone={ROW_OUTCOMES[outcome].tone} className="align-top">
              {ROW_OUTCOMES[outcome].label}
            </Badge>
          ),
        },
        {
          label: 'Reason',
          onCard: 'block',
          className: 'w-full',
          cellClassName: 'min-w-36 py-2 align-top wrap-anywhere',
          value: ({ reason, problems, repeatsLead }) => (
            <>
              {reason} <span className="text-muted">{valuesText(problems)}</span>{' '}
              {repeatsLead !== null && <LeadLink id={repeatsLead}>View Lead</LeadLink>}
            </>
          ),
        },
      ]}
    />
  );
}

/** The values at fault, each once. */
function valuesText(problems: ReportRow['problems']): string {
  return [...new Set(problems.flatMap(({ value }) => (value === '' ? [] : `"${value}"`)))].join(', ');
}

interface ProblemsProps {
  record: Pick<ImportRecord, 'id' | 'status' | 'problems'> &
    Pick<ReplyOf<typeof getImport>, 'fixed' | 'fixedSince' | 'reasons' | 'uploadId'>;
  first: readonly ReportRow[];
}

function hasProblems({ record: { problems, fixed }, first }: ProblemsProps): boolean {
  return problems > 0 || fixed > 0 || first.length > 0;
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

function Report({ record, first }: ProblemsProps) {
  const { id, status, problems, reasons, fixedSince, uploadId } = record;
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
      {reasons.length > 0 && <Reasons reasons={reasons} uploadId={fixedSince === null ? null : uploadId} />}
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

/** Links an import's problem rows, and imports or updates fixed rows; falls back to the report. */
function LeftRows({ importId }: { importId: string }) {
  // The import's own section refetches it.
  const { data: record } = useQuery({ ...importQuery(importId), refetchOnMount: false });
  const uploadId = record?.uploadId ?? '';
  const fixedSince = record?.fixedSince ?? null;
  const { data: grid } = useQuery({ ...gridQuery(uploadId), enabled: fixedSince !== null });
  if (!record) return null;
  if (fixedSince === null) return <ReportWay record={record} />;
  if (!grid) return null;
  const leads = record.leadsToUpdate ?? 0;
  return (
    <section
      aria-label="Fix Rows"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line px-4 py-3"
    >
      <p className="text-13">
        {leftText(record, grid)} <span className="text-muted">{fixText(record)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/import/fix" search={{ draft: uploadId }} className={buttonClass('secondary', 'small')}>
          Fix Rows
        </Link>
        {grid.state === 'ready' && (
          <>
            {fixedSince > 0 && (
              <FixedRows
                primary={leads === 0}
                rows="fixed"
                label="Import Fixed Rows"
                grid={grid}
                uploadId={uploadId}
              />
            )}
            {leads > 0 && (
              <FixedRows rows="stored" label={updateText(leads)} grid={grid} uploadId={uploadId} />
            )}
          </>
        )}
      </div>
    </section>
  );
}

type ImportDetail = ReplyOf<typeof getImport>;

function leftText({ duplicates, errors }: ImportDetail, { state, openRows }: ImportGrid): string {
  const left = duplicates + errors;
  if (left > 0) return `${formatCount(left, 'row')} ${left === 1 ? "wasn't" : "weren't"} imported.`;
  if (state !== 'ready') return 'Some rows were imported with warnings.';
  if (openRows === 0) return 'No rows need attention.';
  return `${formatCount(openRows, 'row')} ${openRows === 1 ? 'needs' : 'need'} attention.`;
}

function fixText({ duplicates, errors, fixedSince, leadsToUpdate }: ImportDetail): string {
  const fixed = (fixedSince ?? 0) + (leadsToUpdate ?? 0);
  if (fixed > 0) return `${formatCount(fixed, 'row')} fixed since.`;
  if (duplicates + errors > 0) return 'Fix them here and import only those.';
  return 'Fix them here and update their leads.';
}

function ReportWay({ record: { status, errors } }: { record: ImportRecord }) {
  if (status === 'processing' || errors === 0) return null;
  return (
    <p className="mt-4 text-13 text-muted">
      To import the {formatCount(errors, 'row')} with errors, download the report, correct the values, and
      import that file.
    </p>
  );
}

interface FixedRowsProps {
  uploadId: string;
  grid: ImportGrid;
  rows: 'fixed' | 'stored';
  label: string;
  primary?: boolean;
}

function FixedRows({ grid: { plan }, ...props }: FixedRowsProps) {
  const navigate = useNavigate();
  return (
    <GridImportButton
      {...props}
      plan={plan}
      small
      onStarted={(importId) => void navigate({ to: '/history', search: { import: importId } })}
    />
  );
}
