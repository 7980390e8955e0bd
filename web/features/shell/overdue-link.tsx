import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OWN_VIEWS } from '#contract/filter-values.ts';
import { countLeads } from '#contract/leads.ts';
import { formatCount, formatShort } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';

const OVERDUE = { ...OWN_VIEWS.due, due: 'overdue' } as const;

export function OverdueLink({ labelled, onFollow }: { labelled: boolean; onFollow?: () => void }) {
  const { data } = useQuery(queryOf(countLeads, { query: OVERDUE }));
  if (!data?.total) return null;
  const words = formatCount(data.total, 'overdue lead');
  // A narrow sidebar has no room for another link.
  if (!labelled) {
    return (
      <span
        role="img"
        aria-label={words}
        className="pointer-events-none absolute top-0.5 right-0.5 size-2 rounded-full bg-caution"
      />
    );
  }
  return (
    <Link
      to="/leads"
      search={{ ...OVERDUE, sort: 'dueOn' }}
      aria-label={words}
      title={words}
      className="absolute top-1 right-1.5 grid h-6 min-w-6 place-items-center rounded-full bg-caution-tint px-1.5 text-12 font-medium text-caution tabular-nums max-md:top-0 max-md:h-11 max-md:min-w-11"
      {...(onFollow && { onClick: onFollow })}
    >
      {formatShort(data.total)}
    </Link>
  );
}
