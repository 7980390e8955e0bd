import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { readDocsSearch } from '../features/api/docs/search.ts';
import { readAuditSearch } from '../features/audit/search.ts';
import type { CustomersSearch } from '../features/customers/search.ts';
import type { DashboardSearch } from '../features/dashboard/search.ts';
import { readFixSearch } from '../features/imports/fix/rows/fix-search.ts';
import { prefetchLeads } from '../features/leads/queries.ts';
import { readLeadsSearch } from '../features/leads/search.ts';
import type { SuppressionSearch } from '../features/suppression/search.ts';
import { screen } from '../lib/load-code.ts';
import { queryClient } from '../lib/query.ts';
import { oneOf, parsePlainSearch, stringifyPlainSearch, uuidIn } from '../lib/read-search.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { rootRoute } from './root.tsx';

type RawSearch = Record<string, unknown>;

const auth = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: (raw: RawSearch): { mode?: 'register' | undefined; setup?: string | undefined } => ({
    mode: oneOf(raw['mode'], ['register']),
    setup: raw['setup'] === undefined ? undefined : String(raw['setup']),
  }),
  beforeLoad: ({ context, location }) => {
    if (context.user) throw redirect(location.state.cameFrom ?? { to: '/' });
  },
  component: screen(() => import('./auth.tsx'), 'AuthPage'),
});

/** Parent of routes that require sign-in. */
const guarded = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  beforeLoad: ({ context, location, cause }) => {
    if (context.user) return;
    // Signing in returns to the requested link. The history entry holds it, where no other site can
    // put an address; signing out doesn't set it.
    const { pathname, search, hash } = location;
    throw redirect({
      to: '/auth',
      ...(cause === 'enter' && { state: { cameFrom: { to: pathname, search, hash } } }),
    });
  },
});

const dashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/',
  // The screen parses its parameters itself, to keep that code out of other screens.
  validateSearch: (search): DashboardSearch => search,
  loaderDeps: ({ search: { map: _map, ...deps } }) => deps,
  // Loaded on demand, to keep it out of other screens.
  loader: ({ deps }) =>
    void import('../features/dashboard/queries.ts').then(({ prefetchDashboard }) =>
      prefetchDashboard(queryClient, deps),
    ),
  component: screen(() => import('./dashboard.tsx'), 'DashboardPage'),
});

const importLeads = createRoute({
  getParentRoute: () => guarded,
  path: '/import',
  validateSearch: (raw: RawSearch): { draft?: string | undefined } => ({ draft: uuidIn(raw['draft']) }),
  component: screen(() => import('./import.tsx'), 'ImportPage'),
});

const importFix = createRoute({
  getParentRoute: () => guarded,
  path: '/import/fix',
  validateSearch: readFixSearch,
  component: screen(() => import('./import-fix.tsx'), 'ImportFixPage'),
});

/** Former address of Fix Rows. */
const importMend = createRoute({
  getParentRoute: () => guarded,
  path: '/import/mend',
  validateSearch: readFixSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/import/fix', search, replace: true });
  },
});

const multiImport = createRoute({
  getParentRoute: () => guarded,
  path: '/multi-import',
  component: screen(() => import('./multi-import.tsx'), 'MultiImportPage'),
});

const leads = createRoute({
  getParentRoute: () => guarded,
  path: '/leads',
  validateSearch: readLeadsSearch,
  loaderDeps: ({ search: { lead: _lead, view: _view, ...deps } }) => deps,
  // Fetches while the code loads; the screen shows progress and errors.
  loader: ({ deps }) => prefetchLeads(queryClient, deps),
  component: screen(() => import('./leads.tsx'), 'LeadsPage'),
});

const settings = createRoute({
  getParentRoute: () => guarded,
  path: '/settings',
  component: screen(() => import('./settings.tsx'), 'SettingsPage'),
});

const history = createRoute({
  getParentRoute: () => guarded,
  path: '/history',
  validateSearch: (raw: RawSearch): { import?: string | undefined } => ({ import: uuidIn(raw['import']) }),
  component: screen(() => import('./history.tsx'), 'HistoryPage'),
});

function tabSearch(raw: RawSearch): { tab?: 'csv' | undefined } {
  return { tab: oneOf(raw['tab'], ['csv']) };
}

const hlrUpdate = createRoute({
  getParentRoute: () => guarded,
  path: '/hlr-update',
  validateSearch: tabSearch,
  component: screen(() => import('./batch-updates.tsx'), 'HlrUpdatePage'),
});

const markSold = createRoute({
  getParentRoute: () => guarded,
  path: '/mark-sold',
  validateSearch: tabSearch,
  component: screen(() => import('./batch-updates.tsx'), 'MarkSoldPage'),
});

const customers = createRoute({
  getParentRoute: () => guarded,
  path: '/customers',
  // The screen parses its parameters itself, to keep that code out of other screens.
  validateSearch: (search): CustomersSearch => search,
  component: screen(() => import('./customers.tsx'), 'CustomersPage'),
});

const orders = createRoute({
  getParentRoute: () => guarded,
  path: '/orders',
  component: screen(() => import('./orders.tsx'), 'OrdersPage'),
});

const suppression = createRoute({
  getParentRoute: () => guarded,
  path: '/suppression',
  validateSearch: (raw: RawSearch): SuppressionSearch => ({
    list: uuidIn(raw['list']),
    search: raw['search'] === undefined ? undefined : String(raw['search']),
    page: raw['page'] === undefined ? undefined : String(raw['page']),
  }),
  component: screen(() => import('./suppression.tsx'), 'SuppressionPage'),
});

const fixPhones = createRoute({
  getParentRoute: () => guarded,
  path: '/fix-phones',
  validateSearch: (raw: RawSearch): { preview?: 'true' | undefined } => ({
    preview: oneOf(raw['preview'], ['true']),
  }),
  component: screen(() => import('./batch-updates.tsx'), 'FixPhonesPage'),
});

const updatePhones = createRoute({
  getParentRoute: () => guarded,
  path: '/update-phones',
  component: screen(() => import('./batch-updates.tsx'), 'UpdatePhonesPage'),
});

const apiSettings = createRoute({
  getParentRoute: () => guarded,
  path: '/api-settings',
  component: screen(() => import('./api-settings.tsx'), 'ApiSettingsPage'),
});

const apiDocs = createRoute({
  getParentRoute: () => guarded,
  path: '/api-docs',
  validateSearch: readDocsSearch,
  component: screen(() => import('./api-docs.tsx'), 'ApiDocsPage'),
});

const security = createRoute({
  getParentRoute: () => guarded,
  path: '/security',
  component: screen(() => import('./security.tsx'), 'SecurityPage'),
});

const users = createRoute({
  getParentRoute: () => guarded,
  path: '/users',
  component: screen(() => import('./users.tsx'), 'UsersPage'),
});

const organizations = createRoute({
  getParentRoute: () => guarded,
  path: '/organizations',
  component: screen(() => import('./organizations.tsx'), 'OrganizationsPage'),
});

const auditLogs = createRoute({
  getParentRoute: () => guarded,
  path: '/audit-logs',
  validateSearch: readAuditSearch,
  component: screen(() => import('./audit-logs.tsx'), 'AuditLogsPage'),
});

const personalData = createRoute({
  getParentRoute: () => guarded,
  path: '/personal-data',
  component: screen(() => import('./personal-data.tsx'), 'PersonalDataPage'),
});

const routeTree = rootRoute.addChildren([
  auth,
  guarded.addChildren([
    dashboard,
    importLeads,
    importFix,
    importMend,
    multiImport,
    leads,
    history,
    settings,
    hlrUpdate,
    markSold,
    customers,
    orders,
    suppression,
    fixPhones,
    updatePhones,
    apiSettings,
    apiDocs,
    security,
    users,
    organizations,
    auditLogs,
    personalData,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { user: null },
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Keeps filters in the URL plain text instead of JSON.
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  // Browsers cache a module's load failure, so only a page reload retries it.
  defaultErrorComponent: () => (
    <ErrorState
      title="This screen failed to load"
      text="Check your connection and try again."
      onRetry={() => location.reload()}
    />
  ),
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Internal address requested without a session. */
    cameFrom?: { to: string; search: Record<string, string>; hash: string };
  }
  interface Register {
    router: typeof router;
  }
}
