import { useRef, useState } from 'react';
import type { LeadSelection } from '#contract/bulk.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { Lead } from '#contract/leads.ts';

/** The selection as seen by the rows of one page. */
export interface PageSelection {
  has: (id: string) => boolean;
  /** Toggles a row; `range` selects all rows from the previous one to this one. */
  toggle: (index: number, range: boolean) => void;
  page: 'all' | 'some' | 'none';
  togglePage: () => void;
  clear: () => void;
}

export interface Selection extends PageSelection {
  /** Number of selected leads; null if all matching leads are selected and the total isn't known yet. */
  count: number | null;
  /** True if all matching leads on every page are selected. */
  all: boolean;
  selectAll: () => void;
  /** Selection to pass to a bulk operation. */
  target: LeadSelection;
}

interface Chosen {
  ids: ReadonlySet<string>;
  /** JSON of the filter whose matches are all selected. */
  allOf: string | null;
}

const NONE: Chosen = { ids: new Set(), allOf: null };

/** Returns the IDs between two indexes of a page, both included. */
function idsBetween(leads: readonly Pick<Lead, 'id'>[], a: number, b: number): string[] {
  return leads.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}

/**
 * Tracks leads selected individually, across pages, or all that match. Another filter clears the selection.
 */
export function useSelection(
  filter: LeadFilter,
  leads: readonly Lead[],
  total: number | undefined,
): Selection {
  const key = JSON.stringify(filter);
  const [chosen, setChosen] = useState<Chosen & { of: string }>({ ...NONE, of: key });
  const anchor = useRef(0);
  const { ids, allOf } = chosen.of === key ? chosen : NONE;
  const all = allOf === key;
  const choose = (next: Partial<Chosen>) => setChosen({ ...NONE, ...next, of: key });
  const here = leads.filter(({ id }) => all || ids.has(id)).length;

  function toggle(index: number, range: boolean) {
    const before = new Set(all ? leads.map(({ id }) => id) : ids);
    const id = leads[index]?.id;
    if (id === undefined) return;
    const taken = before.has(id) && !range;
    for (const each of range ? idsBetween(leads, anchor.current, index) : [id]) {
      if (taken) before.delete(each);
      else before.add(each);
    }
    anchor.current = index;
    choose({ ids: before });
  }

  function togglePage() {
    const next = new Set(all ? [] : ids);
    for (const { id } of leads) {
      if (here === leads.length) next.delete(id);
      else next.add(id);
    }
    choose({ ids: next });
  }

  return {
    has: (id) => all || ids.has(id),
    toggle,
    page: here === 0 ? 'none' : here === leads.length ? 'all' : 'some',
    togglePage,
    clear: () => choose({}),
    count: all ? (total ?? null) : ids.size,
    all,
    selectAll: () => choose({ allOf: key }),
    target: all ? { filter } : { ids: [...ids] },
  };
}
