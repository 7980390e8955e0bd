import type { ReactNode } from 'react';
import { formatSize } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { FileCard } from '../../ui/file-card.tsx';

interface UploadedFileProps {
  name: string;
  /** Bytes. */
  size: number;
  ready: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** Chosen file with its state and facts. */
export function UploadedFile({ name, size, ready, onRemove, children }: UploadedFileProps) {
  return (
    <FileCard
      name={name}
      size={formatSize(size)}
      state={
        <span aria-live="polite">
          <Badge tone={ready ? 'positive' : 'info'}>{ready ? 'Ready' : 'Uploading...'}</Badge>
        </span>
      }
      removeLabel={ready ? 'Remove file' : 'Cancel upload'}
      onRemove={onRemove}
    >
      {children}
    </FileCard>
  );
}
