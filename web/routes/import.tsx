import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listCustomFields } from '#contract/custom-fields.ts';
import { ImportWizard } from '../features/imports/import-wizard.tsx';
import { handedUpload } from '../lib/handed-upload.ts';
import { queryClient, queryOf } from '../lib/query.ts';
import { useTitle } from '../lib/use-title.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/import');

/** Renders Import Leads; `upload` in the URL is the ID of a file uploaded on another screen. */
export function ImportPage() {
  useTitle('Import Leads');
  const { upload = '' } = route.useSearch();
  const { data: customFields } = useQuery(queryOf(listCustomFields, {}));
  return (
    <ScreenPage title="Import Leads" subtitle="Bring a CSV or Excel file into the lead database">
      <ImportWizard
        key={upload}
        upload={queryClient.getQueryData(handedUpload(upload).queryKey)}
        {...(customFields && { customFields })}
      />
    </ScreenPage>
  );
}
