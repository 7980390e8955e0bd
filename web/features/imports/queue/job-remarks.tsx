import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { setQueuedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount, formatSize } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsSummary } from '../mapping/import-options-panel.tsx';
import { rowsDone } from '../results/import-progress.ts';
import { unimportedText } from '../results/outcome-text.ts';
import { changeQueue } from './queue-calls.ts';
import { optionsDraft } from './queue-draft.ts';
import { isFinished, openValuesText } from './queue-summary.ts';
import { sendAgain } from './send-files.ts';

const LazyValuesSheet = lazy(async () => ({ default: (await import('./values-sheet.tsx')).ValuesSheet }));

function JobValues({ file, asks, customFields }: Pick<JobCardProps, 'file' | 'asks' | 'customFields'>) {
  const [reviewing, setReviewing] = useState(false);
  const { id, filename, state, keepValues } = file;
  const keep = () => callApi(setQueuedFile, { params: { id }, body: { keepValues: true } });
  const isWaiting = state === 'mapping';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-muted tabular-nums">
        <span className="font-medium text-caution">Not recognized:</span>{' '}
        <span className="break-words text-text">{openValuesText(file)}</span>
        {(keepValues || !asks || !isWaiting) && ', imported as they are'}
      </p>
      {isWaiting && (
        <div className="flex flex-wrap gap-2">
          {asks && !keepValues && (
            <Button size="small" onClick={() => void changeQueue("Couldn't start the import", keep)}>
              Import as They Are
              <span className="sr-only"> the values of {filename}</span>
            </Button>
          )}
          <Button size="small" onClick={() => setReviewing(true)}>
            Review Values
            <span className="sr-only"> of {filename}</span>
          </Button>
        </div>
      )}
      {reviewing && (
        <Suspense fallback={null}>
          <LazyValuesSheet file={file} customFields={customFields} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Remarks about a file: unused or missing columns, unknown values, options, failures. */
export function JobRemarks({ file, sent, asks, customFields }: JobCardProps) {
  const { state, missing, options, stats, failure } = file;
  const leftOut = unimportedText(file.leftOut.names, file.leftOut.count);
  return (
    <div className="text-13 *:mt-1.5">
      {leftOut !== null && !failure && (
        <p className="text-muted">
          <span className="font-medium text-caution">Not imported:</span>{' '}
          <span className="break-words text-text">{leftOut}</span>
        </p>
      )}
      {file.openValues.length > 0 && !failure && (
        <JobValues file={file} asks={asks} customFields={customFields} />
      )}
      {missing.length > 0 && !failure && (
        <p className="text-muted">
          Not in this file: <span className="text-text">{missing.join(', ')}</span>
        </p>
      )}
      {file.earlierImportId !== null && (state === 'mapping' || state === 'importing') && (
        <p className="text-muted">
          A file with the same content was imported before.{' '}
          <Link to="/history" search={{ import: file.earlierImportId }} className={JOB_LINK}>
            View that import
            <span className="sr-only"> of {file.filename}</span>
          </Link>
        </p>
      )}
      {options !== null && state === 'mapping' && (
        <p className="text-muted">
          Own options: <span className="text-text">{optionsSummary(optionsDraft(options))}</span>
        </p>
      )}
      {state === 'cancelled' && stats && (
        <p className="text-muted tabular-nums">
          {formatCount(stats.totalRows - rowsDone(stats), 'row')} not processed. What was imported stays.
        </p>
      )}
      {state === 'uploading' && sent === undefined && <Unsent file={file} />}
      {failure && (
        <p role="alert">
          <span className="font-medium text-negative">{failure.title}</span>{' '}
          <span className="text-muted">{failure.message}</span>
        </p>
      )}
    </div>
  );
}

/** Lets the user choose the file again, unless another page still sends it. */
function Unsent({ file }: Pick<JobCardProps, 'file'>) {
  if (!file.interrupted) return <p className="text-muted">Uploading from another tab or computer</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-muted">Choose the file again to continue the upload.</p>
      <Button size="small" icon={FileUp} onClick={() => pickFile((chosen) => sendAgain(file.id, chosen))}>
        Choose File
        <span className="sr-only"> {file.filename} again</span>
      </Button>
    </div>
  );
}

function pickFile(onPicked: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = UPLOAD_EXTENSIONS.join(',');
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file) onPicked(file);
  };
  input.click();
}

export interface JobCardProps {
  file: QueuedFile;
  /** Bytes sent by this page; null before its turn, undefined if another page sends it. */
  sent: number | null | undefined;
  /** Files with unknown values wait for an answer. */
  asks: boolean;
  customFields: readonly CustomFieldSpec[];
}

const JOB_LINK =
  'shrink-0 font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-current';

export function JobFacts({ file, sent }: Pick<JobCardProps, 'file' | 'sent'>) {
  const { importId, filename, folder, stats } = file;
  const isOver = isFinished(file) && importId !== null;
  const problems = stats ? stats.duplicates + stats.errors + stats.skipped + stats.invalidPhones : 0;
  return (
    <div className="flex max-w-full min-w-0 flex-wrap gap-x-3 text-13 text-muted tabular-nums">
      <p className="flex max-w-full min-w-0 gap-x-1.5">
        <span className="shrink-0">{sizeText(file.size, sent)}</span>
        {folder !== '' && (
          <span className="truncate" title={folder}>
            · {folder}
          </span>
        )}
      </p>
      {isOver && problems > 0 && (
        <Link to="/history" search={{ import: importId }} className={JOB_LINK}>
          View Report
          <span className="sr-only"> of {filename}</span>
        </Link>
      )}
      {isOver && stats !== null && stats.imported + stats.updated > 0 && (
        <Link to="/leads" search={{ import: importId }} className={JOB_LINK}>
          View Leads
          <span className="sr-only"> of {filename}</span>
        </Link>
      )}
    </div>
  );
}

function sizeText(size: number, sent: number | null | undefined): string {
  if (typeof sent !== 'number') return formatSize(size);
  return sent < size ? `${formatSize(sent)} of ${formatSize(size)}` : 'Reading the file…';
}
