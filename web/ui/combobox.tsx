import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { ComboboxList } from './combobox-list.tsx';
import { CONTROL } from './control-class.ts';
import { cx } from './cx.ts';
import type { ControlProps } from './field.tsx';
import type { Option } from './option.ts';

export interface ComboboxProps<T extends string> extends ControlProps {
  /** One of the options; '' shows the placeholder. */
  value: T | '';
  onChange: (value: T) => void;
  options: readonly Option<T>[];
  placeholder?: string;
  searchPlaceholder?: string;
  /** Shown when no option matches. */
  emptyText?: string;
  disabled?: boolean;
  className?: string;
}

/** Selects one of many options in groups, with a search. Keys: arrows, Home, End, Enter, Escape. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const { value, onChange, options, placeholder = 'Choose…', disabled = false, className, ...rest } = props;
  const { searchPlaceholder = 'Search…', emptyText = 'Nothing found', ...trigger } = rest;
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        {...trigger}
        role="combobox"
        aria-expanded={open}
        disabled={disabled}
        className={cx(CONTROL, 'flex items-center gap-2 text-left', className)}
      >
        <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-muted')}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={searchPlaceholder}
          className="z-50 w-(--radix-popover-trigger-width) min-w-60 animate-rise overflow-hidden rounded-card bg-raised shadow-float"
        >
          <ComboboxList
            value={value}
            options={options}
            searchPlaceholder={searchPlaceholder}
            emptyText={emptyText}
            onChoose={(next) => {
              setOpen(false);
              onChange(next);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
