import { Link } from '@tanstack/react-router';
import { ArrowRight, FileUp, History, LayoutDashboard, Users } from 'lucide-react';
import { useTitle } from '../lib/use-title.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

const WAYS = [
  { to: '/import', icon: FileUp, title: 'Import Leads', text: 'Bring in a CSV or Excel file.' },
  { to: '/leads', icon: Users, title: 'Lead Management', text: 'See the leads you have.' },
  { to: '/history', icon: History, title: 'Import History', text: 'See what became of each file.' },
] as const;

/** The first screen after sign-in. */
export function DashboardPage() {
  useTitle('Dashboard');
  return (
    <Page title="Dashboard" subtitle="Overview of your lead management system">
      <ul className="mb-4 grid gap-3 md:grid-cols-3">
        {WAYS.map(({ to, icon: Icon, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex items-center gap-3 rounded-card border border-line bg-surface p-4 transition-colors hover:bg-hover"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-raised text-muted">
                <Icon className="size-4" aria-hidden />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-14 font-semibold">{title}</span>
                <span className="block truncate text-13 text-muted">{text}</span>
              </span>
              <ArrowRight
                className="size-4 text-muted transition-transform group-hover:translate-x-0.5"
                aria-hidden
              />
            </Link>
          </li>
        ))}
      </ul>
      <Card>
        <EmptyState
          icon={LayoutDashboard}
          title="Numbers, countries, brands and tags"
          text="Coming with the next version."
        />
      </Card>
    </Page>
  );
}
