import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsSummary } from '../import-options-panel.tsx';
import { rowsDone } from '../import-progress.ts';
import type { JobCardProps } from './job-card-props.ts';
import { optionsDraft } from './queue-draft.ts';
import { leftOutText } from './queue-summary.ts';
import { sendAgain } from './send-files.ts';

/** Shows what a user should know of a file: columns left out or missing, own options, an interruption or a failure. */
export function JobRemarks({ owner, file, sent }: JobCardProps) {
  const { state, missing, options, stats, failure } = file;
  const leftOut = leftOutText(file);
  return (
    <div className="text-13 *:mt-1.5">
      {leftOut !== null && !failure && (
        <p className="text-muted">
          <span className="font-medium text-caution">Not imported:</span>{' '}
          <span className="break-words text-text">{leftOut}</span>
        </p>
      )}
      {missing.length > 0 && !failure && (
        <p className="text-muted">
          Not in this file: <span className="text-text">{missing.join(', ')}</span>
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
      {state === 'uploading' && sent === undefined && <Unsent owner={owner} file={file} />}
      {failure && (
        <p role="alert">
          <span className="font-medium text-negative">{failure.title}</span>{' '}
          <span className="text-muted">{failure.message}</span>
        </p>
      )}
    </div>
  );
}

/** Offers to choose the file again, unless another page still sends it. */
function Unsent({ owner, file }: Pick<JobCardProps, 'owner' | 'file'>) {
  const input = useRef<HTMLInputElement>(null);
  if (!file.interrupted) return <p className="text-muted">Uploading from another tab or computer</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-muted">Choose the file again to continue the upload.</p>
      <Button size="small" icon={FileUp} onClick={() => input.current?.click()}>
        Choose File
        <span className="sr-only"> {file.filename} again</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={UPLOAD_EXTENSIONS.join(',')}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) sendAgain(owner, file.id, chosen);
          target.value = '';
        }}
      />
    </div>
  );
}
