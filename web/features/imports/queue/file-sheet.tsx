import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import { messageOf, requestIdOf } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { queuedUploadQuery } from './queue-calls.ts';

interface FileSheetProps {
  file: QueuedFile;
  title: string;
  /** Width. */
  className: string;
  onClose: () => void;
  children: (opened: OpenedFile) => ReactNode;
}

/** Sheet for a queued file. */
export function FileSheet({ file, title, className, onClose, children }: FileSheetProps) {
  const query = useQuery(queuedUploadQuery(file.id));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={title} className={className}>
      {query.data ? children(query.data) : <FileLoading query={query} />}
    </Sheet>
  );
}

/** Placeholder of a file that is loading or failed to load. */
export function FileLoading({ query: { error, refetch, isFetching } }: { query: UseQueryResult }) {
  if (error === null) return <Skeleton className="m-5 h-64" />;
  return (
    <ErrorState
      title="Couldn't load this file"
      text={messageOf(error, 'Check your connection and try again.')}
      requestId={requestIdOf(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
