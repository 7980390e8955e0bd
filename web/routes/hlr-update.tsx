import { getRouteApi } from '@tanstack/react-router';
import { HlrScreen } from '../features/batch-updates/hlr/hlr-screen.tsx';
import { useTitle } from '../lib/use-title.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/hlr-update');

/** HLR Status Update; `tab` in the URL selects manual input or a file. */
export function HlrUpdatePage() {
  useTitle('HLR Status Update');
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ScreenPage
      title="HLR Status Update"
      subtitle="Set the HLR or WhatsApp status of many leads by phone number"
    >
      <HlrScreen
        mode={tab ?? 'manual'}
        onMode={(mode) => void navigate({ search: mode === 'csv' ? { tab: mode } : {}, replace: true })}
      />
    </ScreenPage>
  );
}
