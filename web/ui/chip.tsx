import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { cx } from './cx.ts';

export interface ChipProps {
  /** Muted, before the value. */
  lead?: string;
  value: string;
  /** Accessible name of the remove button. */
  removeLabel: string;
  onRemove: () => void;
  /** A press on the text opens a popover. */
  editor?: { anchor: RefObject<HTMLButtonElement | null>; open: boolean; onOpen: () => void };
  disabled?: boolean;
  className?: string;
}

export function Chip({ lead, value, removeLabel, onRemove, editor, disabled = false, className }: ChipProps) {
  const text = (
    <>
      {lead !== undefined && <span className="text-muted">{lead}</span>} {value}
    </>
  );
  return (
    <span
      className={cx(
        'inline-flex h-7 max-w-96 items-center print:max-w-none print:pr-2.5 rounded-control border border-line bg-raised text-13 max-md:h-11.5 max-md:max-w-full',
        className,
      )}
      title={lead === undefined ? value : `${lead} ${value}`.trim()}
    >
      {editor ? (
        <button
          ref={editor.anchor}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={editor.open}
          onClick={editor.onOpen}
          className="h-full min-w-0 truncate rounded-control pr-1 pl-2.5 hover:bg-hover"
        >
          {text}
        </button>
      ) : (
        <span className="min-w-0 truncate pr-1 pl-2.5">{text}</span>
      )}
      <button
        type="button"
        aria-label={removeLabel}
        disabled={disabled}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text disabled:opacity-45 max-md:w-11 print:hidden"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  );
}
