import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Lead, listLeads } from '#contract/leads.ts';
import { queryOf } from '../../lib/query.ts';

const LEADS_SHOWN = 5;
const FEWEST_LETTERS = 2;
const SETTLE_MS = 150;
// Cache lifetime in milliseconds; users seldom repeat a search.
const KEEP_MS = 30_000;

/** Returns the first leads that match the typed text, from two letters on; `busy` while others load. */
export function useFoundLeads(typed: string): { leads: readonly Lead[]; busy: boolean } {
  const text = typed.trim();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = settled.length >= FEWEST_LETTERS && text.length >= FEWEST_LETTERS;
  const { data, isFetching } = useQuery({
    ...queryOf(listLeads, { query: { search: settled, limit: LEADS_SHOWN, count: 'false' } }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: KEEP_MS,
  });
  return {
    leads: enabled ? (data?.leads ?? []) : [],
    busy: text.length >= FEWEST_LETTERS && (isFetching || settled !== text),
  };
}
