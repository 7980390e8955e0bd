import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import { groupedOptions } from './option.ts';

interface SearchItem {
  label: string;
  group?: string;
  hint?: string;
  disabled?: boolean;
}

interface SearchListProps<T extends SearchItem> {
  /** Accessible name of the search box. */
  label: string;
  listLabel: string;
  typed: string;
  onType: (text: string) => void;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Key of the item that Enter chooses, else the first. */
  active: string;
  onActive: (key: string) => void;
  onChoose: (item: T) => void;
  /** The active item by default. */
  isSelected?: (item: T) => boolean;
  /** Next to the search box. */
  status?: ReactNode;
  /** Shown without items. */
  empty?: ReactNode;
  before?: (item: T) => ReactNode;
  after?: (item: T) => ReactNode;
  /** Any number can be selected. */
  multiple?: boolean;
  /** Larger, and Home and End move within the text. */
  large?: boolean;
}

/** Search box with a list of its results. Keys: up, down, Enter, Home, End. */
export function SearchList<T extends SearchItem>(props: SearchListProps<T>) {
  const {
    label,
    listLabel,
    typed,
    onType,
    items,
    keyOf,
    onActive,
    onChoose,
    isSelected,
    large = false,
  } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const groups = groupedOptions(items);
  const flat = groups.flatMap(([, members]) => members).filter((item) => item.disabled !== true);
  const at = Math.max(
    0,
    flat.findIndex((item) => keyOf(item) === props.active),
  );
  const current = flat[at];
  const activeId = current && `${id}-${keyOf(current)}`;

  useEffect(() => {
    if (activeId === undefined) return;
    list.current?.querySelector(`[id="${CSS.escape(activeId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the composition of a word.
    if (event.nativeEvent.isComposing || !current) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onChoose(current);
      return;
    }
    const next = flat[indexAfterKey(event.key, at, flat.length, !large) ?? -1];
    if (!next) return;
    event.preventDefault();
    onActive(keyOf(next));
  }

  return (
    <>
      <div
        className={cx(
          'flex shrink-0 items-center border-b border-line',
          large ? 'gap-2.5 px-4' : 'gap-2 px-3',
        )}
      >
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label={label}
          placeholder={large ? `${label}…` : label}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className={cx(
            'min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted',
            large ? 'h-12' : 'h-9 max-md:h-11',
          )}
        />
        {props.status}
      </div>
      <div
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label={listLabel}
        aria-multiselectable={props.multiple}
        className={cx(
          'overflow-y-auto',
          large ? 'min-h-0 flex-1 p-1.5 [scrollbar-width:thin]' : 'max-h-72 p-1',
        )}
      >
        {groups.map(([group, members]) => (
          <fieldset key={group} aria-label={group || undefined} className="min-w-0">
            {group && (
              <div aria-hidden className="px-2.5 pt-2 pb-1 text-12 font-medium text-muted">
                {group}
              </div>
            )}
            {members.map((item) => (
              <button
                key={keyOf(item)}
                type="button"
                role="option"
                id={`${id}-${keyOf(item)}`}
                tabIndex={-1}
                aria-selected={isSelected ? isSelected(item) : item === current}
                disabled={item.disabled === true}
                onPointerMove={() => onActive(keyOf(item))}
                onClick={() => onChoose(item)}
                className={cx(
                  'flex w-full items-center rounded-control px-2.5 py-1 text-left text-14 disabled:opacity-45 max-md:min-h-11',
                  large ? 'min-h-9 gap-3' : 'min-h-8 gap-2',
                  item === current && 'bg-neutral-tint',
                )}
              >
                {props.before?.(item)}
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.hint && ' '}
                {item.hint && (
                  <span
                    className={cx('shrink-0 text-muted', large ? 'max-w-[45%] truncate text-13' : 'text-12')}
                  >
                    {item.hint}
                  </span>
                )}
                {props.after?.(item)}
              </button>
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && props.empty}
      </div>
    </>
  );
}

function indexAfterKey(key: string, at: number, count: number, edges: boolean): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (edges && key === 'Home') return 0;
  return edges && key === 'End' ? count - 1 : null;
}
