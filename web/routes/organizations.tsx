import { getRouteApi } from '@tanstack/react-router';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { DEFAULT_ORGANIZATION_NAME } from '../features/shell/navigation.ts';
import { ScreenPage } from '../ui/page.tsx';
import { AdministratorsOnly } from './administrators-only.tsx';

const route = getRouteApi('/protected/organizations');

export function OrganizationsPage() {
  const { user } = route.useRouteContext();
  if (user?.isAdmin !== true || user.organization.name !== DEFAULT_ORGANIZATION_NAME) {
    return (
      <AdministratorsOnly
        title="Organizations"
        who={`administrators of the ${DEFAULT_ORGANIZATION_NAME}`}
        text="They create organizations and add each one's first administrators."
      />
    );
  }
  return (
    <ScreenPage title="Organizations" subtitle="Each organization's data is fully separate">
      <OrganizationList ownId={user.organizationId} />
    </ScreenPage>
  );
}
