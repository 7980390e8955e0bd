import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  BadgeDollarSign,
  BookOpen,
  Building2,
  KeyRound,
  type LucideIcon,
  PhoneCall,
  PhoneForwarded,
  ScrollText,
  ShieldCheck,
  UserCog,
  Wrench,
} from 'lucide-react';
import { z } from 'zod';
import { prefetchDashboard } from '../features/dashboard/queries.ts';
import { prefetchLeads } from '../features/leads/queries.ts';
import { readLeadsSearch } from '../features/leads/search.ts';
import { parsePlainSearch, stringifyPlainSearch } from '../lib/plain-search.ts';
import { queryClient } from '../lib/query.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ComingPage } from './coming.tsx';
import { rootRoute } from './root.tsx';

const auth = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: z.object({ mode: z.literal('register').optional().catch(undefined) }),
  beforeLoad: ({ context }) => {
    if (context.user) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./auth.tsx'), 'AuthPage'),
});

/** The parent of every screen that needs a signed-in user. */
const guarded = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  beforeLoad: ({ context }) => {
    if (!context.user) throw redirect({ to: '/auth' });
  },
});

const dashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/',
  loader: () => prefetchDashboard(queryClient),
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'DashboardPage'),
});

const importLeads = createRoute({
  getParentRoute: () => guarded,
  path: '/import',
  validateSearch: z.object({ upload: z.uuid().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./import.tsx'), 'ImportPage'),
});

const multiImport = createRoute({
  getParentRoute: () => guarded,
  path: '/multi-import',
  component: lazyRouteComponent(() => import('./multi-import.tsx'), 'MultiImportPage'),
});

const leads = createRoute({
  getParentRoute: () => guarded,
  path: '/leads',
  validateSearch: readLeadsSearch,
  loaderDeps: ({ search: { lead: _lead, view: _view, ...deps } }) => deps,
  // Starts the reading while the screen's code loads; the screen itself shows how it goes.
  loader: ({ deps }) => prefetchLeads(queryClient, deps),
  component: lazyRouteComponent(() => import('./leads.tsx'), 'LeadsPage'),
});

const settings = createRoute({
  getParentRoute: () => guarded,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsPage'),
});

const history = createRoute({
  getParentRoute: () => guarded,
  path: '/history',
  component: lazyRouteComponent(() => import('./history.tsx'), 'HistoryPage'),
});

function coming<const P extends `/${string}`>(path: P, title: string, icon: LucideIcon) {
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component: () => <ComingPage title={title} icon={icon} />,
  });
}

const routeTree = rootRoute.addChildren([
  auth,
  guarded.addChildren([
    dashboard,
    importLeads,
    multiImport,
    leads,
    history,
    settings,
    coming('/hlr-update', 'HLR Status Update', PhoneCall),
    coming('/mark-sold', 'Mark Leads as Sold', BadgeDollarSign),
    coming('/fix-phones', 'Fix Phone Numbers', Wrench),
    coming('/update-phones', 'Update Phone Numbers', PhoneForwarded),
    coming('/api-settings', 'API Settings', KeyRound),
    coming('/api-docs', 'API Documentation', BookOpen),
    coming('/security', 'Security Settings', ShieldCheck),
    coming('/users', 'User Management', UserCog),
    coming('/organizations', 'Organizations', Building2),
    coming('/audit-logs', 'Audit Logs', ScrollText),
  ]),
]);

/** Every address of the product. */
export const router = createRouter({
  routeTree,
  context: { user: null },
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Filters stand in the address as they are said, not as JSON.
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  // A browser remembers that a module failed to load; only a new page asks for it again.
  defaultErrorComponent: () => (
    <ErrorState
      title="This screen failed to load"
      text="Check your connection and try again."
      onRetry={() => location.reload()}
    />
  ),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
