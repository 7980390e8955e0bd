import { type LucideIcon, Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';

export interface DropZoneProps {
  /** Title, such as 'Drag files here or click to browse'. */
  title: ReactNode;
  /** Text below, such as 'Supports CSV, XLSX, XLS up to 100MB'. */
  text?: ReactNode;
  icon?: LucideIcon;
  /** Accepted endings, such as '.csv'; files with other names are silently ignored. */
  accept?: readonly string[];
  multiple?: boolean;
  disabled?: boolean;
  /** Called with at least one file, and with exactly one unless `multiple`. */
  onFiles: (files: File[]) => void;
  /** Receives drops, including folders, instead of `onFiles`. */
  onDropped?: (transfer: DataTransfer) => void;
  className?: string;
}

/** Accepts files by drop, click and keyboard (a file input with a large label). */
export function DropZone(props: DropZoneProps) {
  const {
    title,
    text,
    icon: Icon = Upload,
    accept = [],
    multiple = false,
    disabled = false,
    onFiles,
    onDropped,
    className,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function take(list: FileList | null) {
    const named = [...(list ?? [])].filter(
      ({ name }) => accept.length === 0 || accept.some((ending) => name.toLowerCase().endsWith(ending)),
    );
    const files = multiple ? named : named.slice(0, 1);
    if (files.length > 0 && !disabled) onFiles(files);
    // Without this, choosing the same file again would not fire a change event.
    if (input.current) input.current.value = '';
  }

  function onDrag(event: DragEvent, inside: boolean) {
    event.preventDefault();
    setOver(inside && !disabled);
  }

  return (
    <label
      htmlFor={id}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        if (!onDropped) take(event.dataTransfer.files);
        else if (!disabled) onDropped(event.dataTransfer);
      }}
      className={cx(
        'flex cursor-pointer flex-col items-center justify-center rounded-card border border-dashed border-line-strong bg-surface px-6 py-12 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        over ? 'border-solid border-accent bg-accent-tint' : 'hover:bg-hover',
        disabled && 'pointer-events-none opacity-45',
        className,
      )}
    >
      <span
        className={cx(
          'mb-4 grid size-11 place-items-center rounded-card border transition-colors',
          over ? 'border-accent text-accent' : 'border-line bg-raised text-muted',
        )}
      >
        <Icon className="size-5" strokeWidth={1.75} aria-hidden />
      </span>
      <span className="text-14 font-medium text-text">{title}</span>
      {text !== undefined && <span className="mt-1 text-13 text-muted">{text}</span>}
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        accept={accept.join(',')}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => take(event.target.files)}
      />
    </label>
  );
}
