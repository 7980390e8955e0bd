import { Check } from 'lucide-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import type { ControlProps } from './field.tsx';
import { ListPopover } from './list-popover.tsx';
import type { Option } from './option.ts';
import { SearchList } from './search-list.tsx';

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

interface ComboboxListProps<T extends string> {
  value: T | '';
  options: readonly Option<T>[];
  searchPlaceholder: string;
  emptyText: string;
  onChoose: (value: T) => void;
}

/** Returns the options that contain every typed word. */
export function matchingOptions<T extends string>(options: readonly Option<T>[], typed: string): Option<T>[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return options.filter((option) => {
    const text = `${option.label} ${option.group ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function ComboboxList<T extends string>(props: ComboboxListProps<T>) {
  const { value, options, searchPlaceholder, emptyText, onChoose } = props;
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string>(value);

  function onType(text: string) {
    const start = text.trim().toLowerCase();
    setTyped(text);
    setActive(options.find(({ label }) => label.toLowerCase().startsWith(start))?.value ?? '');
  }

  return (
    <SearchList
      label={searchPlaceholder}
      listLabel={searchPlaceholder}
      typed={typed}
      onType={onType}
      items={matchingOptions(options, typed)}
      keyOf={(option) => option.value}
      active={active}
      onActive={setActive}
      onChoose={(option) => onChoose(option.value)}
      isSelected={(option) => option.value === value}
      empty={<p className="px-2.5 py-6 text-center text-13 text-muted">{emptyText}</p>}
      after={(option) => (
        <Check
          className={cx('size-4 shrink-0 text-accent', option.value !== value && 'invisible')}
          aria-hidden
        />
      )}
    />
  );
}
