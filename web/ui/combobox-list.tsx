import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { groupedOptions, type Option } from './option.ts';

interface ComboboxListProps<T extends string> {
  value: T | '';
  options: readonly Option<T>[];
  searchPlaceholder: string;
  emptyText: string;
  onChoose: (value: T) => void;
}

function matchingOptions<T extends string>(options: readonly Option<T>[], typed: string): Option<T>[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return options.filter((option) => {
    const text = `${option.label} ${option.group ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the index to which a key moves among `count` options, or null for other keys. */
function indexAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Renders the search box and the list inside a Combobox. */
export function ComboboxList<T extends string>(props: ComboboxListProps<T>) {
  const { value, options, searchPlaceholder, emptyText, onChoose } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const groups = groupedOptions(matchingOptions(options, typed));
  const flat = groups.flatMap(([, members]) => members).filter((option) => option.disabled !== true);
  const [active, setActive] = useState<T | ''>(value);
  const found = flat.findIndex((option) => option.value === active);
  const current = flat[Math.max(found, 0)];
  const optionId = (option: Option) => `${id}-${option.value}`;
  const activeId = current === undefined ? undefined : optionId(current);

  useEffect(() => {
    if (activeId === undefined) return;
    list.current?.querySelector(`[id="${CSS.escape(activeId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onType(text: string) {
    const start = text.trim().toLowerCase();
    setTyped(text);
    setActive(options.find(({ label }) => label.toLowerCase().startsWith(start))?.value ?? '');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      onChoose(current.value);
    }
    const to = flat.length === 0 ? null : indexAfterKey(event.key, Math.max(found, 0), flat.length);
    const next = to === null ? undefined : flat[to];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next.value);
  }

  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-label={searchPlaceholder}
          placeholder={searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-9 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted max-md:h-11"
        />
      </div>
      <div
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label={searchPlaceholder}
        className="max-h-72 overflow-y-auto p-1"
      >
        {groups.map(([group, members]) => (
          <fieldset key={group} aria-label={group || undefined} className="min-w-0">
            {group && <div className="px-2.5 pt-2 pb-1 text-12 font-medium text-muted">{group}</div>}
            {members.map((option) => (
              <ListOption
                key={option.value}
                id={optionId(option)}
                option={option}
                chosen={option.value === value}
                active={option === current}
                onHover={() => setActive(option.value)}
                onChoose={() => onChoose(option.value)}
              />
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && <p className="px-2.5 py-6 text-center text-13 text-muted">{emptyText}</p>}
      </div>
    </>
  );
}

interface ListOptionProps {
  id: string;
  option: Option;
  chosen: boolean;
  active: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function ListOption({ id, option, chosen, active, onHover, onChoose }: ListOptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={chosen}
      disabled={option.disabled === true}
      onPointerMove={onHover}
      onClick={onChoose}
      className={cx(
        'flex min-h-8 w-full items-center gap-2 rounded-control px-2.5 py-1 text-left text-14 disabled:opacity-45 max-md:min-h-11',
        active && 'bg-neutral-tint',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {option.hint && <span className="shrink-0 text-12 text-muted">{option.hint}</span>}
      <Check className={cx('size-4 shrink-0 text-accent', !chosen && 'invisible')} aria-hidden />
    </button>
  );
}
