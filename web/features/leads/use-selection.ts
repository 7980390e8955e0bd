import { useRef, useState } from 'react';
import type { LeadSelection } from '#contract/bulk.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { Lead } from '#contract/leads.ts';

/** Selection as seen by a page's rows. */
export interface PageSelection {
  has: (id: string) => boolean;
  /** `range` selects from the previous row. */
  toggle: (index: number, range: boolean) => void;
  /** Both indexes included. */
  addRows: (from: number, to: number) => void;
  page: 'all' | 'some' | 'none';
  togglePage: () => void;
  clear: () => void;
}

export interface Selection extends PageSelection {
  /** Null if all matches are selected and the total is unknown. */
  count: number | null;
  /** Selected but not on this page; null if unknown. */
  elsewhere: number | null;
  /** Leads on this page. */
  shown: number;
  /** All matches on every page are selected. */
  all: boolean;
  selectAll: () => void;
  /** Replaces the selection. */
  select: (ids: readonly string[]) => void;
  /** Argument of bulk operations. */
  target: LeadSelection;
}

interface Chosen {
  ids: ReadonlySet<string>;
  /** JSON of the filter whose matches are all selected. */
  allOf: string | null;
}

const NONE: Chosen = { ids: new Set(), allOf: null };

/** Both indexes included. */
function idsBetween(leads: readonly Pick<Lead, 'id'>[], a: number, b: number): string[] {
  return leads.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}

/** Tracks leads selected across pages, or all matches; only another filter clears them. */
export function useSelection(
  filter: LeadFilter,
  leads: readonly Lead[],
  total: number | undefined,
): Selection {
  const key = JSON.stringify(filter);
  const [chosen, setChosen] = useState<Chosen & { of: string }>({ ...NONE, of: key });
  /** Last toggled lead, where a range starts. */
  const anchor = useRef('');
  const { ids, allOf } = chosen.of === key ? chosen : NONE;
  const all = allOf === key;
  const choose = (next: Partial<Chosen>) => setChosen({ ...NONE, ...next, of: key });
  const here = leads.filter(({ id }) => all || ids.has(id)).length;
  const count = all ? (total ?? null) : ids.size;

  /** Only this page's IDs are known if all leads are selected. */
  const copied = () => new Set(all ? leads.map(({ id }) => id) : ids);

  function addRows(from: number, to: number) {
    if (all || leads.length === 0) return;
    choose({ ids: new Set([...copied(), ...idsBetween(leads, from, to)]) });
    anchor.current = leads[to]?.id ?? '';
  }

  function toggle(index: number, range: boolean) {
    const id = leads[index]?.id;
    if (id === undefined) return;
    const from = leads.findIndex((lead) => lead.id === anchor.current);
    if (range) return addRows(from === -1 ? index : from, index);
    const next = copied();
    if (!next.delete(id)) next.add(id);
    anchor.current = id;
    choose({ ids: next });
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
    addRows,
    page: here === 0 ? 'none' : here === leads.length ? 'all' : 'some',
    togglePage,
    clear: () => choose({}),
    count,
    elsewhere: count === null ? null : count - here,
    shown: leads.length,
    all,
    selectAll: () => choose({ allOf: key }),
    select: (some) => choose({ ids: new Set(some) }),
    target: all ? { filter } : { ids: [...ids] },
  };
}
