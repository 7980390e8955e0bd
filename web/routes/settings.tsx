import { getRouteApi } from '@tanstack/react-router';
import { CustomFieldsCard } from '../features/custom-fields/custom-fields-card.tsx';
import { useTitle } from '../lib/use-title.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/settings');

/** Renders Settings: the organization's custom fields. */
export function SettingsPage() {
  useTitle('Settings');
  const { user } = route.useRouteContext();
  return (
    <ScreenPage title="Settings" subtitle="Customize your workspace">
      <div className="max-w-[56rem]">
        <CustomFieldsCard editable={user?.isAdmin === true} />
      </div>
    </ScreenPage>
  );
}
