import { FileSpreadsheet, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSize } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface UploadedFileProps {
  name: string;
  /** Bytes. */
  size: number;
  ready: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** A chosen file with its state; below it whatever is known of the file. */
export function UploadedFile({ name, size, ready, onRemove, children }: UploadedFileProps) {
  return (
    <section aria-label="File" className="rounded-card border border-line bg-surface">
      <div className="flex items-center gap-3 px-4 py-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-raised text-muted">
          <FileSpreadsheet className="size-4.5" strokeWidth={1.75} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate text-14 font-medium" title={name}>
            {name}
          </p>
          <p className="text-13 text-muted tabular-nums">{formatSize(size)}</p>
        </div>
        <span aria-live="polite">
          <Badge tone={ready ? 'positive' : 'info'}>{ready ? 'Ready' : 'Uploading...'}</Badge>
        </span>
        <IconButton icon={X} label={ready ? 'Remove file' : 'Cancel upload'} onClick={onRemove} />
      </div>
      <div className="border-t border-line px-4 py-3">{children}</div>
    </section>
  );
}
