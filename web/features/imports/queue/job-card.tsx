import { Link } from '@tanstack/react-router';
import { CircleStop, RotateCcw, X } from 'lucide-react';
import { memo, useState } from 'react';
import { formatCount, formatNumber, formatSize } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { CancelDialog } from '../cancel-dialog.tsx';
import { rowsDone } from '../import-progress.ts';
import { canTryAgain, type ImportJob, isOver, type JobStatus } from './job-queue.ts';
import { removeJob, tryAgain } from './queue.ts';

const STATES: Record<JobStatus, { label: string; tone: Tone; bar: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral', bar: 'accent' },
  uploading: { label: 'Uploading', tone: 'info', bar: 'accent' },
  mapping: { label: 'Mapping', tone: 'info', bar: 'accent' },
  importing: { label: 'Importing', tone: 'info', bar: 'accent' },
  completed: { label: 'Completed', tone: 'positive', bar: 'positive' },
  cancelled: { label: 'Cancelled', tone: 'neutral', bar: 'neutral' },
  error: { label: 'Error', tone: 'negative', bar: 'negative' },
};

const STATS = [
  ['Total', 'totalRows'],
  ['Imported', 'imported'],
  ['Duplicates', 'duplicates'],
  ['Errors', 'errors'],
] as const;

/** Shows a file of the queue: its state, its progress and the outcomes of its rows. */
export const JobCard = memo(function JobCard({ job }: { job: ImportJob }) {
  const state = STATES[job.status];
  return (
    <li className="border-t border-line px-4 py-3 [contain-intrinsic-size:auto_5.75rem] [content-visibility:auto] first:border-t-0 lg:px-5">
      <div className="flex min-h-8 items-center gap-3">
        <p className="min-w-0 flex-1 truncate text-14 font-medium" title={job.filename}>
          {job.filename}
        </p>
        <span role="status">
          <Badge tone={state.tone}>{state.label}</Badge>
        </span>
        <JobActions job={job} />
      </div>
      {/* The key resets the bar for another attempt. */}
      <Progress
        key={String(job.failure === null)}
        value={job.percent}
        label={`Progress of ${job.filename}`}
        tone={state.bar}
      />
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <FileFacts job={job} />
        <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-13">
          {STATS.map(([label, key]) => (
            <div key={key} className="flex gap-1.5">
              <dt className="text-muted">{label}</dt>
              <dd className={cx('font-medium tabular-nums', !job.stats?.[key] && 'font-normal text-muted')}>
                {formatNumber(job.stats?.[key] ?? 0)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Remarks job={job} />
    </li>
  );
});

/** Shows the file's size and folder, and links to the report of its rows. */
function FileFacts({ job }: { job: ImportJob }) {
  const { importId } = job;
  return (
    <p className="flex max-w-full min-w-0 gap-x-1.5 text-13 text-muted tabular-nums">
      <span className="shrink-0">{sizeText(job)}</span>
      {job.folder !== '' && (
        <span className="truncate" title={job.folder}>
          · {job.folder}
        </span>
      )}
      {isOver(job) && importId !== null && hasProblems(job) && (
        <Link
          to="/history"
          search={{ import: importId }}
          className="ml-1.5 shrink-0 font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          View report
          <span className="sr-only"> of {job.filename}</span>
        </Link>
      )}
    </p>
  );
}

function JobActions({ job }: { job: ImportJob }) {
  if (job.status === 'importing') return <CancelJob job={job} />;
  return (
    <div className="-mr-2 flex">
      {canTryAgain(job) && (
        <IconButton icon={RotateCcw} label={`Try ${job.filename} again`} onClick={() => tryAgain(job.id)} />
      )}
      <IconButton
        icon={X}
        label={`Remove ${job.filename}`}
        onClick={() => removeJob(job.id)}
        disabled={!isOver(job)}
        className={cx(!isOver(job) && 'invisible')}
      />
    </div>
  );
}

/** Shows the missing columns or the failure of a job. */
function Remarks({ job }: { job: ImportJob }) {
  const { failure, missing, stats } = job;
  return (
    <div className="text-13 *:mt-1.5">
      {missing.length > 0 && !failure && (
        <p className="text-muted">
          Not in this file: <span className="text-text">{missing.join(', ')}</span>
        </p>
      )}
      {job.status === 'cancelled' && stats && (
        <p className="text-muted tabular-nums">
          {formatCount(stats.totalRows - rowsDone(stats), 'row')} not processed. What was imported stays.
        </p>
      )}
      {failure && (
        <p role="alert">
          <span className="font-medium text-negative">{failure.title}</span>{' '}
          <span className="text-muted">{failure.reason}</span>
        </p>
      )}
    </div>
  );
}

function hasProblems({ stats }: ImportJob): boolean {
  return stats !== null && stats.duplicates + stats.errors + stats.skipped + stats.invalidPhones > 0;
}

/** Cancels the import of a job as soon as the server has assigned its ID. */
function CancelJob({ job: { importId, filename, stats } }: { job: ImportJob }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        icon={CircleStop}
        label={`Cancel import of ${filename}`}
        disabled={importId === null}
        onClick={() => setAsking(true)}
        className="-mr-2"
      />
      {asking && importId !== null && stats && (
        <CancelDialog
          importId={importId}
          filename={filename}
          stats={stats}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function sizeText(job: ImportJob): string {
  if (job.status !== 'uploading') return formatSize(job.size);
  return job.sent < job.size ? `${formatSize(job.sent)} of ${formatSize(job.size)}` : 'Reading the file…';
}
