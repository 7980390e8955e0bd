import { Check } from 'lucide-react';
import { useState } from 'react';
import { matchingOptions } from './combobox.tsx';
import { cx } from './cx.ts';
import type { ControlProps } from './field.tsx';
import { ListPopover } from './list-popover.tsx';
import type { Option } from './option.ts';
import { SearchList } from './search-list.tsx';

export interface ChecklistProps extends ControlProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  options: readonly Option[];
  /** Shown without values, and as the choice that clears them. */
  placeholder: string;
  searchPlaceholder: string;
  /** Only one can be selected, and it can't be cleared. */
  single?: boolean;
}

/** Selects any number of options, with a search; accepts typed text, too. */
export function Checklist(props: ChecklistProps) {
  const { values, onChange, options, placeholder, searchPlaceholder, single = false, ...trigger } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(values[0] ?? options[0]?.value ?? '');
  const isChosen = (value: string) => values.some((one) => isSame(one, value));
  const unknown = values.filter((value) => !options.some((option) => isSame(option.value, value)));
  const all: Option[] = [...unknown.map((value) => ({ value, label: value })), ...options];
  const text = typed.trim();
  const items = [
    ...(text === '' && !single ? [{ value: '', label: placeholder }] : []),
    ...matchingOptions(all, typed),
    ...(text === '' || all.some(({ label }) => isSame(label, text))
      ? []
      : [{ value: text, label: `"${text}"` }]),
  ];

  function toggle(value: string) {
    if (single) {
      setOpen(false);
      onChange([value]);
    } else if (value === '') onChange([]);
    else if (isChosen(value)) onChange(values.filter((one) => !isSame(one, value)));
    else onChange([...values, value]);
  }

  const chosen = values.map((value) => all.find((option) => isSame(option.value, value))?.label ?? value);
  return (
    <ListPopover
      {...trigger}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setTyped('');
      }}
      text={chosen.length === 0 ? placeholder : chosen.join(', ')}
      muted={single && chosen.length === 0}
      label={searchPlaceholder}
    >
      <SearchList
        multiple={!single}
        label={searchPlaceholder}
        listLabel={searchPlaceholder}
        typed={typed}
        onType={setTyped}
        items={items}
        keyOf={({ value }) => value}
        active={active}
        onActive={setActive}
        onChoose={({ value }) => toggle(value)}
        isSelected={({ value }) => (value === '' ? values.length === 0 : isChosen(value))}
        before={({ value }) => (
          <span
            className={cx(
              'grid size-4 shrink-0 place-items-center rounded-[4px] border border-line-strong',
              isChosen(value) && 'border-accent bg-accent text-on-accent',
              value === '' && 'invisible',
            )}
          >
            {isChosen(value) && <Check className="size-3" aria-hidden />}
          </span>
        )}
      />
    </ListPopover>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
