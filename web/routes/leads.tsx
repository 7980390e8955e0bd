import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LeadScreen } from '../features/leads/lead-screen.tsx';
import type { LeadsSearch } from '../features/leads/search.ts';
import { buttonClass } from '../ui/button-class.ts';

const route = getRouteApi('/protected/leads');

export function LeadsPage() {
  const search = route.useSearch();
  const { user } = route.useRouteContext();
  const navigate = route.useNavigate();
  const onGo = useCallback(
    (to: LeadsSearch, replace = false) => void navigate({ search: to, replace, resetScroll: false }),
    [navigate],
  );
  if (user === null) return null;
  return (
    <LeadScreen
      search={search}
      onGo={onGo}
      user={user}
      emptyAction={
        <Link to="/import" className={buttonClass('primary')}>
          Import Leads
        </Link>
      }
    />
  );
}
