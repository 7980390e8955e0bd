import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { listLeads } from '#contract/leads.ts';
import { LeadList } from '../features/leads/lead-list.tsx';
import { useTitle } from '../lib/use-title.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Page } from '../ui/page.tsx';
import { RefreshButton } from './refresh-button.tsx';

const route = getRouteApi('/protected/leads');

/** Lead Management. */
export function LeadsPage() {
  useTitle('Lead Management');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const onPage = useCallback(
    (to: number) => void navigate({ search: { page: to > 1 ? to : undefined } }),
    [navigate],
  );
  return (
    <Page
      wide
      title="Lead Management"
      subtitle="Every lead of your organization, newest first"
      actions={<RefreshButton path={listLeads.path} />}
    >
      <LeadList
        page={page}
        onPage={onPage}
        emptyAction={
          <Link to="/import" className={buttonClass('primary')}>
            Import Leads
          </Link>
        }
      />
    </Page>
  );
}
