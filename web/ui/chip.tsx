import { X } from 'lucide-react';
import { cx } from './cx.ts';

export interface ChipProps {
  label?: string;
  value: string;
  /** Accessible name of the remove button. */
  removeLabel: string;
  onRemove: () => void;
  disabled?: boolean;
  className?: string;
}

/** Removable value. */
export function Chip({ label, value, removeLabel, onRemove, disabled = false, className }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex h-7 max-w-72 items-center print:max-w-none print:pr-2.5 rounded-control border border-line bg-raised text-13 max-md:h-11.5',
        className,
      )}
      title={label === undefined ? value : `${label}: ${value}`}
    >
      <span className="min-w-0 truncate pl-2.5">
        {label !== undefined && <span className="text-muted">{label}: </span>}
        {value}
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        disabled={disabled}
        onClick={onRemove}
        className="ml-0.5 grid h-full w-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text disabled:opacity-45 max-md:w-11 print:hidden"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  );
}
