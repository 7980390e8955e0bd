import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listCustomFields } from '#contract/custom-fields.ts';
import { MultiImport } from '../features/imports/multi-import.tsx';
import { queryOf } from '../lib/query.ts';
import { useTitle } from '../lib/use-title.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/multi-import');

export function MultiImportPage() {
  useTitle('Multi-File Import');
  const { user } = route.useRouteContext();
  const { data: customFields } = useQuery(queryOf(listCustomFields, {}));
  return (
    <ScreenPage title="Multi-File Import" subtitle="Import several files or whole folders at once">
      {user && <MultiImport owner={user.id} {...(customFields && { customFields })} />}
    </ScreenPage>
  );
}
