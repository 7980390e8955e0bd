import { useState } from 'react';
import { ComboboxList } from './combobox-list.tsx';
import type { ControlProps } from './field.tsx';
import { ListPopover } from './list-popover.tsx';
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
    <ListPopover
      {...trigger}
      open={open}
      onOpenChange={setOpen}
      text={chosen?.label ?? placeholder}
      muted={!chosen}
      label={searchPlaceholder}
      disabled={disabled}
      className={className}
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
    </ListPopover>
  );
}
