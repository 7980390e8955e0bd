import { Link } from '@tanstack/react-router';
import type { ImportRecord, ImportUndo, KeptLead } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { ReportButton } from '../results/report-download.tsx';
import { keptName, undoOutcome } from './undo-text.ts';

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

/** Progress of an undo, then the leads it kept. */
export function UndoSection({ record, undo }: UndoSectionProps) {
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
