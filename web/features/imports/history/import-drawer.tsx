import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getImport, ImportRecord, ImportUndo, KeptLead } from '#contract/imports.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { Moment } from '../../../lib/moment.tsx';
import { QueryError } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { Sheet, SheetSkeleton } from '../../../ui/sheet.tsx';
import type { Mapping } from '../plan/mapping.ts';
import { ImportCounters, UnimportedNotice } from '../results/import-counters.tsx';
import { canUndoImport, ImportStatus } from '../results/import-status.tsx';
import { Problems } from '../results/problems.tsx';
import { importQuery } from '../results/queries.ts';
import { ReportButton } from '../results/report-download.tsx';
import { ResultLinks } from '../results/result-links.tsx';
import { keptName, undoOutcome } from './import-undo-dialog.tsx';

export interface ImportDrawerProps {
  id: string;
  onClose: () => void;
  onCancel: (record: ImportRecord) => void;
  onUndo: (record: ImportRecord) => void;
}

export function ImportDrawer({ id, onClose, onCancel, onUndo }: ImportDrawerProps) {
  const query = useQuery(importQuery(id));
  const { data, error } = query;
  return (
    <Sheet
      onClose={onClose}
      title={titleOf(data)}
      className="w-[40rem] max-md:w-full max-md:max-w-full"
      {...(data && { footer: footerOf(data, onCancel, onUndo) })}
    >
      {error && (
        <QueryError
          title="Failed to fetch the import"
          query={query}
          missing={{
            title: 'Import not found',
            text: 'It was removed, or it belongs to another organization.',
          }}
        />
      )}
      {!data && !error && <SheetSkeleton rows={8} />}
      {data && !error && <Details record={data} />}
    </Sheet>
  );
}

function titleOf(record: ImportRecord | undefined): string {
  if (record === undefined) return 'Import';
  return record.isCorrection ? `Correction of ${record.filename}` : record.filename;
}

function footerOf(
  record: ImportRecord,
  onCancel: (record: ImportRecord) => void,
  onUndo: (record: ImportRecord) => void,
) {
  if (record.status === 'processing') return <Button onClick={() => onCancel(record)}>Cancel Import</Button>;
  if (!canUndoImport(record)) return undefined;
  return (
    <Button onClick={() => onUndo(record)}>{record.undo === null ? 'Undo Import' : 'Continue Undo'}</Button>
  );
}

function Details({ record }: { record: ReplyOf<typeof getImport> }) {
  const { id, createdAt, createdBy, duration, failure, undo } = record;
  return (
    <div className="flex flex-col gap-6 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-muted">
        <span role="status">
          <ImportStatus record={record} />
        </span>
        <span>
          <Moment time={createdAt} /> by {createdBy}
          {duration !== null && `, in ${duration}`}
        </span>
      </div>
      {failure !== null && (
        <Notice tone="negative" title="The import didn't finish">
          {failure}
        </Notice>
      )}
      {undo !== null && <UndoSection record={record} undo={undo} />}
      <ImportCounters stats={record} narrow />
      <UnimportedNotice columns={record.unimportedColumns} />
      {record.status !== 'processing' && undo === null && <ResultLinks importId={id} stats={record} />}
      <Problems record={record} first={record.firstProblems} />
      <UsedMapping mapping={record.fieldMapping} />
    </div>
  );
}

function UsedMapping({ mapping }: { mapping: Mapping }) {
  const fed = Object.entries(mapping);
  if (fed.length === 0) return null;
  return (
    <section aria-label="Mapping">
      <h3 className="mb-2 text-14 font-semibold">Mapping</h3>
      <dl className="rounded-card border border-line text-13">
        {fed.map(([column, target]) => (
          <div
            key={column}
            className="grid grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)] items-center gap-3 border-t border-line px-3 py-2 first:border-t-0"
          >
            <dt className="truncate text-muted" title={column}>
              {column}
            </dt>
            <dd className="contents">
              <ArrowRight className="size-4 text-muted" aria-hidden />
              <span className="truncate font-medium">{fieldLabel(target)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const TABLE_WIDTH = 480;

function KeptTable({ leads }: { leads: readonly KeptLead[] }) {
  return (
    <RecordTable
      label="Kept leads"
      records={leads}
      keyOf={({ leadId }) => leadId}
      tableWidth={TABLE_WIDTH}
      className="max-h-96"
      columns={[
        {
          label: 'Lead',
          onCard: 'title',
          cellClassName: 'min-w-60 py-2 align-top',
          value: (lead) => <KeptLeadName lead={lead} />,
        },
        {
          label: 'Reason',
          onCard: 'block',
          className: 'w-full',
          cellClassName: 'min-w-36 py-2 align-top wrap-anywhere',
          value: ({ message }) => message,
        },
      ]}
    />
  );
}

function KeptLeadName({ lead }: { lead: KeptLead }) {
  const name = keptName(lead);
  const reach = lead.email ?? lead.phone;
  return (
    <>
      {reach === null ? (
        <span className="text-muted">{name}</span>
      ) : (
        <Link
          to="/leads"
          search={{ lead: lead.leadId }}
          className="font-medium wrap-anywhere underline-offset-2 hover:underline"
        >
          {name}
        </Link>
      )}
      {reach !== null && reach !== name && (
        <span className="block text-12 wrap-anywhere text-muted">{reach}</span>
      )}
    </>
  );
}

interface UndoSectionProps {
  record: ImportRecord & { firstKept: readonly KeptLead[] };
  undo: ImportUndo;
}

function UndoSection({ record, undo }: UndoSectionProps) {
  const { id: importId, firstKept: kept } = record;
  return (
    <section aria-label="Undo" className="flex flex-col gap-4">
      {undo.status === 'processing' && <UndoProgress undo={undo} />}
      {undo.status === 'completed' && (
        <Notice tone="positive" title="The import was undone">
          {undoOutcome(record, undo)}
        </Notice>
      )}
      {undo.status === 'failed' && (
        <Notice tone="negative" title="Undo didn't finish">
          {undoOutcome(record, undo)} It can continue from where it stopped.
        </Notice>
      )}
      {undo.kept > 0 && undo.status !== 'processing' && (
        <div>
          <header className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div>
              <h3 className="text-14 font-semibold">Kept Leads</h3>
              <p className="text-13 text-muted tabular-nums">
                {kept.length < undo.kept && `${formatNumber(kept.length)} of `}
                {formatCount(undo.kept, 'lead')} left as {undo.kept === 1 ? 'it is' : 'they are'} now
              </p>
            </div>
            <ReportButton importId={importId} of="undo" />
          </header>
          <KeptTable leads={kept} />
        </div>
      )}
    </section>
  );
}

function UndoProgress({ undo: { done, total } }: { undo: ImportUndo }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-14 font-semibold">Undoing the import</h3>
      <JobProgress
        label="Undo progress"
        noun="lead"
        at={Date.now()}
        done={done}
        total={total}
        note="You can close this. It continues in the background."
      />
    </div>
  );
}
