import { Link } from '@tanstack/react-router';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { JobCard } from './job-card.tsx';
import { type Jobs, summaryOf, wouldBeLost } from './job-queue.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { useImportQueue } from './use-import-queue.ts';

/** Multi-File Import: drop files, and each is uploaded, mapped and imported in its turn. */
export function MultiImport() {
  const [jobs, actions] = useImportQueue();
  return (
    <div className="flex flex-col gap-4">
      <DropZone
        title="Drag files here or click to browse"
        text="Supports CSV, XLSX, XLS up to 100MB"
        accept={UPLOAD_EXTENSIONS}
        multiple
        onFiles={actions.add}
        className={jobs.length === 0 ? 'min-h-64' : 'py-6'}
      />
      {jobs.length === 0 ? (
        <p className="text-13 text-muted">
          Columns are matched with lead fields by their names. Two files are imported at a time.
        </p>
      ) : (
        <section aria-label="Import queue" className="rounded-card border border-line bg-surface">
          <Summary jobs={jobs} />
          <ul>
            {jobs.map((job) => (
              <JobCard key={job.id} job={job} onRemove={() => actions.remove(job.id)} />
            ))}
          </ul>
        </section>
      )}
      <LeaveDialog
        active={jobs.some(wouldBeLost)}
        title="Leave while files are waiting?"
        text="Files that are not uploaded yet are not imported when you leave this page. Imports that have begun go on."
      />
    </div>
  );
}

function Summary({ jobs }: { jobs: Jobs }) {
  const { total, over, failed, cancelled, imported } = summaryOf(jobs);
  const facts = [
    `${formatNumber(over)} of ${formatCount(total, 'file')} done`,
    `${formatCount(imported, 'row')} imported`,
    failed > 0 ? `${formatNumber(failed)} failed` : '',
    cancelled > 0 ? `${formatNumber(cancelled)} cancelled` : '',
  ];
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 lg:px-5">
      <h2 className="text-14 font-medium tabular-nums">{facts.filter((fact) => fact !== '').join(' · ')}</h2>
      {imported > 0 && over === total && (
        <Link to="/leads" className={buttonClass('secondary', 'small')}>
          View All Leads
        </Link>
      )}
    </header>
  );
}
