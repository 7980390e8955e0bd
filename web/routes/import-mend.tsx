import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MendScreen } from '../features/imports/mend/mend-screen.tsx';
import { useTitle } from '../lib/use-title.ts';

const route = getRouteApi('/protected/import/mend');

/** Renders the rows of an upload that need attention; `draft` in the URL is the ID of the upload. */
export function ImportMendPage() {
  useTitle('Fix Rows');
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <MendScreen
      search={search}
      onFilter={(change) =>
        void navigate({ to: '/import/mend', search: { ...search, ...change }, replace: true })
      }
      onImport={(importId) => void navigate({ to: '/history', search: { import: importId } })}
    />
  );
}
