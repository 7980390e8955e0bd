import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { FileIntake } from './queue/file-intake.tsx';
import { JobCard } from './queue/job-card.tsx';
import type { ImportJobs } from './queue/job-queue.ts';
import { chooseMapping, openQueue, removeFinished, removeWaiting, takeOverQueue } from './queue/queue.ts';
import type { QueueState } from './queue/queue-state.ts';
import { queueSummary, wouldBeLost } from './queue/queue-turns.ts';
import { SharedMappingPanel } from './queue/shared-mapping-panel.tsx';
import { useQueue } from './queue/use-queue.ts';

interface MultiImportProps {
  /** ID of the user who owns the queue. */
  owner: string;
  /** Custom fields of the organization, offered beside the built-in fields. */
  customFields?: readonly CustomFieldSpec[];
}

/**
 * Renders Multi-File Import: each dropped file is uploaded, mapped and imported in turn, even while another
 * screen is shown.
 */
export function MultiImport({ owner, customFields = [] }: MultiImportProps) {
  const queue = useQueue(owner);
  useEffect(() => openQueue(owner), [owner]);
  const { phase, jobs, choice } = queue;
  if (phase === 'elsewhere') {
    return (
      <Notice
        title="The queue is open in another tab"
        action={
          <Button size="small" onClick={takeOverQueue}>
            Go On Here
          </Button>
        }
      >
        It goes on there. Once that tab is closed, it goes on here.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FileIntake roomy={jobs.length === 0} />
      <UnkeptNotice queue={queue} />
      <MappingKind kind={choice.kind} />
      {choice.kind === 'one' && (
        <SharedMappingPanel jobs={jobs} choice={choice} customFields={customFields} />
      )}
      {jobs.length === 0 ? (
        <p className="text-13 text-muted">
          Two files are imported at a time. You may leave this page meanwhile.
        </p>
      ) : (
        <section aria-label="Import queue" className="rounded-card border border-line bg-surface">
          <Summary jobs={jobs} />
          <ul>
            {jobs.map((job) => (
              <JobCard key={job.id} job={job} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function MappingKind({ kind }: { kind: 'each' | 'one' }) {
  return (
    <section aria-label="Mapping">
      <h2 className="mb-2 text-14 font-medium">Mapping</h2>
      <RadioGroup
        label="Mapping"
        value={kind}
        onChange={(next) => chooseMapping((choice) => ({ ...choice, kind: next }))}
        options={[
          {
            value: 'each',
            label: 'Automatic for each file',
            help: 'Columns are matched by their names, or as last imported.',
          },
          {
            value: 'one',
            label: 'One mapping for all files',
            help: 'You map the columns of one file; in the others they are found by name.',
          },
        ]}
      />
    </section>
  );
}

/** Warns when a reload would lose files. */
function UnkeptNotice({ queue: { jobs, kept } }: { queue: QueueState }) {
  const lost = jobs.filter((job) => wouldBeLost(job, kept)).length;
  if (!kept.refused || lost === 0) return null;
  return (
    <Notice tone="caution" title="Keep this tab open">
      This browser does not keep the files: to reload or close the tab would lose {formatCount(lost, 'file')}{' '}
      not uploaded yet. Other screens may be opened meanwhile.
    </Notice>
  );
}

function Summary({ jobs }: { jobs: ImportJobs }) {
  const { total, over, waiting, failed, cancelled, rows, imported } = queueSummary(jobs);
  const facts = [
    `${formatNumber(over)} of ${formatCount(total, 'file')} done`,
    `${formatNumber(imported)} of ${formatCount(rows, 'row')} imported`,
    failed > 0 ? `${formatNumber(failed)} failed` : '',
    cancelled > 0 ? `${formatNumber(cancelled)} cancelled` : '',
  ];
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 lg:px-5">
      <h2 className="text-14 font-medium tabular-nums">{facts.filter((fact) => fact !== '').join(' · ')}</h2>
      <div className="flex flex-wrap gap-2">
        {waiting > 0 && (
          <Button size="small" onClick={removeWaiting}>
            Remove all waiting
          </Button>
        )}
        {over > 0 && (
          <Button size="small" onClick={removeFinished}>
            Remove all finished
          </Button>
        )}
        {imported > 0 && over === total && (
          <Link to="/leads" className={buttonClass('secondary', 'small')}>
            View All Leads
          </Link>
        )}
      </div>
    </header>
  );
}
