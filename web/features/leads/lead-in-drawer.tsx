import { useQuery } from '@tanstack/react-query';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { LazyLeadDrawer, LazyNewLeadDrawer, LazyPart } from './lazy-parts.tsx';
import { leadsQuery, pageOf, preferencesQuery, trashQuery } from './queries.ts';
import { filterOf, type LeadsSearch, NEW_LEAD, withFilter } from './search.ts';

export interface LeadInDrawerProps {
  search: LeadsSearch;
  onGo: (search: LeadsSearch, replace?: boolean) => void;
}

export function LeadInDrawer({ search, onGo }: LeadInDrawerProps) {
  const { lead } = search;
  const { data: preferences } = useQuery(preferencesQuery);
  const shown = pageOf(search, preferences?.pageSize ?? LEADS_PAGE_SIZE);
  const { data: listed } = useQuery({ ...leadsQuery(shown), enabled: false });
  const { data: trashed } = useQuery({ ...trashQuery(shown), enabled: false });
  const onPage = search.bin === 'true' ? trashed : listed;
  if (lead === undefined) return null;
  const close = () => onGo({ ...search, lead: undefined });
  const open = (id: string) => onGo({ ...search, lead: id }, true);
  if (lead === NEW_LEAD) {
    return (
      <LazyPart>
        <LazyNewLeadDrawer onClose={close} onOpen={open} />
      </LazyPart>
    );
  }
  const ids = onPage?.leads.map(({ id }) => id) ?? [];
  const at = ids.indexOf(lead);
  return (
    <LazyPart>
      <LazyLeadDrawer
        id={lead}
        previous={at > 0 ? ids[at - 1] : undefined}
        next={at >= 0 ? ids[at + 1] : undefined}
        onOpen={open}
        onClose={close}
        filtering={{
          filter: filterOf(search),
          onFilter: (change) => onGo(withFilter({ ...search, lead: undefined }, change)),
        }}
      />
    </LazyPart>
  );
}
