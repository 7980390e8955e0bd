import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLeads } from '#contract/leads.ts';
import { formatNumber } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/notice.tsx';

/** How many stored leads the lists meet, with a way to them. */
export function MetLeads() {
  const { data } = useQuery(queryOf(countLeads, { query: { suppressed: 'true' } }));
  if (data === undefined || data.total === 0) return null;
  const { total } = data;
  return (
    <Notice tone="caution" className="mb-4">
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {total === 1
            ? "1 of your leads is on a list. It stays, but can't be sold or delivered, and exports leave it out."
            : `${formatNumber(total)} of your leads are on a list. They stay, but can't be sold or delivered, and exports leave them out.`}
        </span>
        <Link to="/leads" search={{ suppressed: 'true' }} className={buttonClass('secondary', 'small')}>
          View {total === 1 ? 'Lead' : 'Leads'}
        </Link>
      </span>
    </Notice>
  );
}
