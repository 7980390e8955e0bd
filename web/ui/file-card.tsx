import { FileSpreadsheet, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export interface FileCardProps {
  name: string;
  size: string;
  /** Shown to the right of the name. */
  state?: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  children?: ReactNode;
}

export function FileCard({ name, size, state, removeLabel, onRemove, children }: FileCardProps) {
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
          <p className="text-13 text-muted tabular-nums">{size}</p>
        </div>
        {state}
        <IconButton icon={X} label={removeLabel} onClick={onRemove} />
      </div>
      {children !== undefined && <div className="border-t border-line px-4 py-3">{children}</div>}
    </section>
  );
}
