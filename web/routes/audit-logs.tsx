import { getRouteApi } from '@tanstack/react-router';
import { listAuditLogs } from '#contract/audit-logs.ts';
import { AuditExport, AuditTrail } from '../features/audit/audit-trail.tsx';
import { auditFilterOf } from '../features/audit/queries.ts';
import { ScreenPage } from '../ui/page.tsx';
import { AdministratorsOnly } from './administrators-only.tsx';
import { RefreshButton } from './refresh-button.tsx';

const route = getRouteApi('/protected/audit-logs');

export function AuditLogsPage() {
  const { user } = route.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  if (user?.isAdmin !== true) {
    return (
      <AdministratorsOnly
        title="Audit Logs"
        who="administrators"
        text="The audit logs show what everyone in your organization has done."
      />
    );
  }
  return (
    <ScreenPage
      wide
      title="Audit Logs"
      subtitle="Who did what, when and from where. Entries are never edited; erasing a person redacts them."
      actions={
        <>
          <AuditExport filter={auditFilterOf(search)} />
          <RefreshButton path={listAuditLogs.path} />
        </>
      }
    >
      <AuditTrail
        search={search}
        onSearch={(change, replace = false) =>
          void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
        }
      />
    </ScreenPage>
  );
}
