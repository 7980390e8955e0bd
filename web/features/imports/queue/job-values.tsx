import { lazy, Suspense, useState } from 'react';
import { setQueuedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import type { JobCardProps } from './job-facts.tsx';
import { changeQueue } from './queue-calls.ts';
import { openValuesText } from './queue-summary.ts';

const LazyValuesSheet = lazy(async () => ({ default: (await import('./values-sheet.tsx')).ValuesSheet }));

/** Unknown values of a file, which can be mapped while it waits. */
export function JobValues({
  file,
  asks,
  customFields,
}: Pick<JobCardProps, 'file' | 'asks' | 'customFields'>) {
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
