import { getRouteApi, Link } from '@tanstack/react-router';
import { FixScreen } from '../features/batch-updates/fix-phones-screen.tsx';
import { HlrScreen } from '../features/batch-updates/hlr-screen.tsx';
import { SoldScreen } from '../features/batch-updates/sold-screen.tsx';
import { UpdatePhonesScreen } from '../features/batch-updates/update-phones-screen.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ScreenPage } from '../ui/page.tsx';

const hlrRoute = getRouteApi('/protected/hlr-update');

/** HLR Status Update; `tab` in the URL selects manual input or a file. */
export function HlrUpdatePage() {
  const { tab } = hlrRoute.useSearch();
  const navigate = hlrRoute.useNavigate();
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

const soldRoute = getRouteApi('/protected/mark-sold');

/** Mark Leads as Sold; `tab` in the URL selects manual input or a file. */
export function MarkSoldPage() {
  const { tab } = soldRoute.useSearch();
  const navigate = soldRoute.useNavigate();
  return (
    <ScreenPage title="Mark Leads as Sold" subtitle="Mark leads as sold by phone number or email">
      <SoldScreen
        mode={tab ?? 'manual'}
        onMode={(mode) => void navigate({ search: mode === 'csv' ? { tab: mode } : {}, replace: true })}
      />
    </ScreenPage>
  );
}

export function UpdatePhonesPage() {
  return (
    <ScreenPage
      title="Update Phone Numbers"
      subtitle="Update phone numbers from a file with Lead IDs"
      actions={
        <Link to="/fix-phones" className={buttonClass()}>
          Fix Phone Numbers
        </Link>
      }
    >
      <UpdatePhonesScreen />
    </ScreenPage>
  );
}

const fixRoute = getRouteApi('/protected/fix-phones');

/** Fix Phone Numbers; `preview` in the URL opens the preview. */
export function FixPhonesPage() {
  const { preview } = fixRoute.useSearch();
  const navigate = fixRoute.useNavigate();
  return (
    <ScreenPage
      title="Fix Phone Numbers"
      subtitle="Add missing country codes"
      actions={
        <Link to="/update-phones" className={buttonClass()}>
          Update Phone Numbers
        </Link>
      }
    >
      <FixScreen
        preview={preview === 'true'}
        onPreview={(open) =>
          void navigate({ search: open ? { preview: 'true' } : {}, replace: true, resetScroll: false })
        }
      />
    </ScreenPage>
  );
}
