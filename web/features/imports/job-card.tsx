import { CircleStop, X } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatNumber, formatSize } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Tone } from '../../ui/tone.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { rowsDone } from './import-progress.ts';
import { type ImportJob, isOver, type JobStatus } from './job-queue.ts';

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

/** A file of the queue: its state, its progress and what became of its rows. */
export function JobCard({ job, onRemove }: { job: ImportJob; onRemove: () => void }) {
  const state = STATES[job.status];
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0 lg:px-5">
      <div className="flex min-h-8 items-center gap-3">
        <p className="min-w-0 flex-1 truncate text-14 font-medium" title={job.filename}>
          {job.filename}
        </p>
        <span role="status">
          <Badge tone={state.tone}>{state.label}</Badge>
        </span>
        {job.status === 'importing' ? (
          <CancelJob job={job} />
        ) : (
          <IconButton
            icon={X}
            label={`Remove ${job.filename}`}
            onClick={onRemove}
            disabled={!isOver(job)}
            className={cx('-mr-2', !isOver(job) && 'invisible')}
          />
        )}
      </div>
      <Progress value={job.percent} label={`Progress of ${job.filename}`} tone={state.bar} />
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-13 text-muted tabular-nums">{sizeText(job)}</p>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
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
      {job.status === 'cancelled' && job.stats && (
        <p className="mt-2 text-13 text-muted tabular-nums">
          {formatCount(job.stats.totalRows - rowsDone(job.stats), 'row')} not processed. What was imported
          stays.
        </p>
      )}
      {job.failure && (
        <p role="alert" className="mt-2 text-13">
          <span className="font-medium text-negative">{job.failure.title}</span>{' '}
          <span className="text-muted">{job.failure.reason}</span>
        </p>
      )}
    </li>
  );
}

/** Ends the import of a job, once the server has named it. */
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
