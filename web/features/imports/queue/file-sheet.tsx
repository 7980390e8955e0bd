import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QueuedFile } from '#contract/import-queue.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import { QueryError } from '../../../lib/query-error.tsx';
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

export function FileSheet({ file, title, className, onClose, children }: FileSheetProps) {
  const query = useQuery(queuedUploadQuery(file.id));
  return (
    <Sheet onClose={onClose} title={title} className={className}>
      {query.data ? children(query.data) : <FileLoading query={query} />}
    </Sheet>
  );
}

export function FileLoading({ query }: { query: UseQueryResult }) {
  if (query.error === null) return <Skeleton className="m-5 h-64" />;
  return <QueryError title="Couldn't load this file" reason query={query} />;
}
