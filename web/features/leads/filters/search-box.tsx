import { Plus, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { isCommand, isForList } from '../keys.ts';
import { LazyConditionBuilder, LazyPart, LazySetFilters } from '../lazy-parts.tsx';
import { countFilters } from '../search.ts';

/** Milliseconds from the last key to the search, enough to type a word. */
const SEARCH_DELAY_MS = 60;

export interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches while typing; `/` focuses, Escape clears, Down goes to the first lead. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const { draft: typed, setDraft: setTyped } = useDraft(value, onSearch, { wait: SEARCH_DELAY_MS });
  useSlashKey(box);

  /** Clears without the typing delay. */
  function clear() {
    setTyped('');
    if (value !== '') onSearch('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') clear();
    const first = event.key === 'ArrowDown' && document.querySelector<HTMLElement>('[data-cell="0:0"]');
    if (!first) return;
    event.preventDefault();
    if (typed.trim() !== value) onSearch(typed.trim());
    first.focus();
  }

  return (
    <div className="relative min-w-0 flex-1 max-md:basis-3/5 md:basis-32 md:[&>input]:h-7 md:[&>input]:text-13">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        ref={box}
        type="search"
        aria-label="Search leads"
        aria-keyshortcuts="/"
        placeholder="Name, email, phone, customer"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 w-full rounded-control border border-line-strong bg-surface pr-8 pl-8 text-14 text-ellipsis placeholder:text-muted focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 max-md:h-11 max-md:pr-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed === '' ? (
        <span
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 @max-[48rem]:hidden"
          aria-hidden
        >
          <Kbd>/</Kbd>
        </span>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            clear();
            box.current?.focus();
          }}
          className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded-control text-muted hover:bg-hover hover:text-text max-md:size-11"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}

/** Focuses a text box on `/`, outside texts and dialogs. */
function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isCommand(event) || !isForList(event)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

interface FilterBarProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClear: () => void;
}

export function FilterBar({ filter, onFilter, onClear }: FilterBarProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex h-7 items-center gap-1 rounded-control border border-line border-dashed px-2 text-13 text-muted hover:bg-hover hover:text-text max-md:h-11 max-md:w-11 max-md:justify-center print:hidden"
      >
        <Plus className="size-3.5" aria-hidden />
        <span className="max-md:sr-only">Filter</span>
      </button>
      {countFilters(filter) > 0 && (
        <LazyPart>
          <LazySetFilters filter={filter} onFilter={onFilter} onClear={onClear} />
        </LazyPart>
      )}
      {open && (
        <LazyPart>
          <LazyConditionBuilder
            filter={filter}
            anchor={anchor}
            onFilter={onFilter}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </div>
  );
}
