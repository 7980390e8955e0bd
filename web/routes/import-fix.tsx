import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FixRowsScreen } from '../features/imports/fix/fix-screen.tsx';

const route = getRouteApi('/protected/import/fix');

/** Upload rows that need attention; `draft` in the URL is the upload's ID. */
export function ImportFixPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <FixRowsScreen
      search={search}
      onFilter={(change) =>
        void navigate({ to: '/import/fix', search: { ...search, ...change }, replace: true })
      }
      onImport={(importId) => void navigate({ to: '/history', search: { import: importId } })}
    />
  );
}
