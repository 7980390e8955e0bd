import { getRouteApi } from '@tanstack/react-router';
import { CustomFieldsCard } from '../features/custom-fields/custom-fields-card.tsx';
import { LeadStatusesCard } from '../features/lead-statuses/lead-statuses-card.tsx';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/settings');

export function SettingsPage() {
  const { user } = route.useRouteContext();
  return (
    <ScreenPage title="Settings" subtitle="Customize your workspace">
      <div className="flex max-w-[56rem] flex-col gap-6">
        <CustomFieldsCard editable={user?.isAdmin === true} />
        <LeadStatusesCard editable={user?.isAdmin === true} />
      </div>
    </ScreenPage>
  );
}
