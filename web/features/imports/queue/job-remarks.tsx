import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsSummary } from '../mapping/import-options-panel.tsx';
import { rowsDone } from '../results/import-progress.ts';
import { unimportedText } from '../results/unimported-text.ts';
import { JOB_LINK, type JobCardProps } from './job-facts.tsx';
import { JobValues } from './job-values.tsx';
import { optionsDraft } from './queue-draft.ts';
import { sendAgain } from './send-files.ts';

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

/** Opens the browser's file dialog. */
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
