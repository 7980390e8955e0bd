import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { ApiDocs } from '../features/api/docs/api-docs.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/api-docs');

export function ApiDocsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ScreenPage
      title="API Documentation"
      subtitle="Create, update and read leads from your own software"
      actions={
        <Link to="/api-settings" className={buttonClass()}>
          <KeyRound className="size-4" aria-hidden />
          API Settings
        </Link>
      }
    >
      <ApiDocs
        origin={location.origin}
        search={search}
        onSearch={(change) =>
          void navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false, replace: true })
        }
        tokenLink={
          <Link to="/api-settings" className="font-medium text-accent underline underline-offset-4">
            API Settings
          </Link>
        }
      />
    </ScreenPage>
  );
}
