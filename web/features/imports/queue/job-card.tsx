import { CircleStop, RotateCcw, SlidersHorizontal, X } from 'lucide-react';
import { memo, useState } from 'react';
import {
  type QueuedFile,
  type QueueOptions,
  queueSettings,
  removeQueuedFile,
} from '#contract/import-queue.ts';
import { setQueuedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { ImportOptionsPanel } from '../mapping/import-options-panel.tsx';
import { CancelDialog } from '../results/cancel-dialog.tsx';
import { FileReading } from './file-reading.tsx';
import { type JobCardProps, JobFacts, JobRemarks } from './job-remarks.tsx';
import { changeQueue, queueQuery } from './queue-calls.ts';
import { draftOptions, optionsDraft } from './queue-draft.ts';
import { isFinished, needsAnswers } from './queue-summary.ts';
import { retryFile } from './send-files.ts';

const ALWAYS_SHOWN = ['Total', 'Imported', 'Duplicates', 'Errors'];

const STATS = [
  ['Total', 'totalRows'],
  ['Imported', 'imported'],
  ['Updated', 'updated'],
  ['Duplicates', 'duplicates'],
  ['Skipped', 'skipped'],
  ['Errors', 'errors'],
  ['Invalid phones', 'invalidPhones'],
] as const;

export const JobCard = memo(function JobCard(props: JobCardProps) {
  const { file, sent } = props;
  const { label, tone, bar } = stateOf(props);
  const shown = STATS.filter(([name, key]) => ALWAYS_SHOWN.includes(name) || (file.stats?.[key] ?? 0) > 0);
  return (
    <li className="border-t border-line px-4 py-3 [contain-intrinsic-size:auto_5.75rem] [content-visibility:auto] first:border-t-0 lg:px-5">
      <div className="flex min-h-8 items-center gap-3">
        <p className="min-w-0 flex-1 truncate text-14 font-medium" title={file.filename}>
          {file.filename}
        </p>
        <span role="status">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <JobActions {...props} />
      </div>
      {/* The key resets the bar for another attempt. */}
      <Progress
        key={String(file.failure === null)}
        value={file.progress}
        label={`Progress of ${file.filename}`}
        tone={bar}
      />
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <JobFacts file={file} sent={sent} />
        <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-13">
          {shown.map(([name, key]) => (
            <div key={key} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className={cx('font-medium tabular-nums', !file.stats?.[key] && 'font-normal text-muted')}>
                {formatNumber(file.stats?.[key] ?? 0)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <JobRemarks {...props} />
    </li>
  );
});

interface JobState {
  label: string;
  tone: Tone;
  bar: Tone;
}

const WAITING: JobState = { label: 'Waiting', tone: 'neutral', bar: 'accent' };
const ASKING: JobState = { label: 'Needs answers', tone: 'caution', bar: 'accent' };
const INTERRUPTED: JobState = { label: 'Interrupted', tone: 'caution', bar: 'neutral' };

const STATES: Record<QueuedFile['state'], JobState> = {
  uploading: { label: 'Uploading', tone: 'info', bar: 'accent' },
  mapping: { label: 'Mapping', tone: 'info', bar: 'accent' },
  importing: { label: 'Importing', tone: 'info', bar: 'accent' },
  completed: { label: 'Completed', tone: 'positive', bar: 'positive' },
  cancelled: { label: 'Canceled', tone: 'neutral', bar: 'neutral' },
  error: { label: 'Error', tone: 'negative', bar: 'negative' },
};

function stateOf({ file, sent, asks }: JobCardProps): JobState {
  const { state, ready, interrupted, leftOut, stats } = file;
  if (state === 'mapping' && ready) return WAITING;
  if (asks && needsAnswers(file)) return ASKING;
  if (state === 'uploading' && sent === null) return WAITING;
  if (state === 'uploading' && sent === undefined && interrupted) return INTERRUPTED;
  const isPartial = state === 'completed' && (leftOut.count > 0 || (stats?.errors ?? 0) > 0);
  return isPartial ? { ...STATES.completed, tone: 'caution' } : STATES[state];
}

function JobActions({ file, sent }: JobCardProps) {
  const { id, filename, state, failure } = file;
  if (state === 'importing') return <CancelJob file={file} />;
  const isRemovable = isFinished(file) || (state === 'uploading' && sent === undefined && file.interrupted);
  return (
    <div className="-mr-2 flex">
      {failure?.final === false && (
        <IconButton
          icon={RotateCcw}
          label={`Try ${filename} again`}
          onClick={() => void changeQueue("Couldn't retry the file", () => retryFile(id))}
        />
      )}
      {(state === 'mapping' || (failure?.final === false && file.group !== null)) && (
        <FileReading file={file} />
      )}
      {state === 'mapping' && <FileOptions file={file} />}
      <IconButton
        icon={X}
        label={`Remove ${filename}`}
        onClick={() =>
          void changeQueue("Couldn't remove the file", () => callApi(removeQueuedFile, { params: { id } }))
        }
        disabled={!isRemovable}
        className={cx(!isRemovable && 'invisible', state === 'mapping' && 'hidden')}
      />
    </div>
  );
}

function CancelJob({ file: { importId, filename, stats } }: Pick<JobCardProps, 'file'>) {
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

function FileOptions({ file }: { file: QueuedFile }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={`Options for ${file.filename}`}
        onClick={() => setOpen(true)}
      />
      {open && <OptionsDialog file={file} onClose={() => setOpen(false)} />}
    </>
  );
}

function OptionsDialog({ file, onClose }: { file: QueuedFile; onClose: () => void }) {
  const [draft, setDraft] = useState(() => optionsDraft(file.options ?? currentOptions()));
  async function save(options: QueueOptions | null) {
    const change = () => callApi(setQueuedFile, { params: { id: file.id }, body: { options } });
    if (await changeQueue("Couldn't save the options", change)) onClose();
  }
  return (
    <Dialog
      onClose={onClose}
      title={`Options for ${file.filename}`}
      description="This file uses these instead of the queue's options."
      footer={
        <>
          {file.options !== null && <Button onClick={() => void save(null)}>Use Queue Options</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => void save(draftOptions(draft))}>
            Save Options
          </Button>
        </>
      }
    >
      <ImportOptionsPanel draft={draft} columns={[]} onEdit={setDraft} initiallyOpen isShared />
    </Dialog>
  );
}

function currentOptions(): QueueOptions {
  return (queryClient.getQueryData(queueQuery.queryKey)?.settings ?? queueSettings.parse({})).options;
}
