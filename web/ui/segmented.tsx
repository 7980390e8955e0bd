import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface SegmentedProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
  /** Accessible name. */
  label: string;
  className?: string;
}

/** Selects one of two to five short options. */
export function Segmented<T extends string>({
  value,
  onChange,
  options,
  label,
  className,
}: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => next !== '' && onChange(next as T)}
      aria-label={label}
      className={cx('inline-flex w-fit rounded-control border border-line bg-canvas p-0.5', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="h-7 rounded-[4px] px-3 text-13 font-medium text-muted transition-colors hover:text-text data-[state=on]:bg-hover data-[state=on]:text-text max-md:h-11"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
