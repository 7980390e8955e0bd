import { Link } from '@tanstack/react-router';
import type { QueuedFile } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { formatSize } from '../../../lib/format.ts';
import { isFinished } from './queue-summary.ts';

export interface JobCardProps {
  file: QueuedFile;
  /** Bytes sent by this page; null before its turn, undefined if another page sends it. */
  sent: number | null | undefined;
  /** Files with unknown values wait for an answer. */
  asks: boolean;
  customFields: readonly CustomFieldSpec[];
}

export const JOB_LINK =
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
