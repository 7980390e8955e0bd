import { getRouteApi } from '@tanstack/react-router';
import { SoldScreen } from '../features/batch-updates/sales/sold-screen.tsx';
import { useTitle } from '../lib/use-title.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/mark-sold');

/** Mark Leads as Sold; `tab` in the URL selects manual input or a file. */
export function MarkSoldPage() {
  useTitle('Mark Leads as Sold');
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ScreenPage title="Mark Leads as Sold" subtitle="Mark leads as sold by phone number or email">
      <SoldScreen
        mode={tab ?? 'manual'}
        onMode={(mode) => void navigate({ search: mode === 'csv' ? { tab: mode } : {}, replace: true })}
      />
    </ScreenPage>
  );
}
