import { getRouteApi, Link } from '@tanstack/react-router';
import { FixScreen } from '../features/batch-updates/phones/fix-screen.tsx';
import { useTitle } from '../lib/use-title.ts';
import { buttonClass } from '../ui/button-class.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/fix-phones');

/** Fix Phone Numbers; `preview` in the URL opens the preview. */
export function FixPhonesPage() {
  useTitle('Fix Phone Numbers');
  const { preview } = route.useSearch();
  const navigate = route.useNavigate();
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
