import { ImportWizard } from '../features/imports/import-wizard.tsx';
import { useTitle } from '../lib/use-title.ts';
import { Page } from '../ui/page.tsx';

/** Import Leads. */
export function ImportPage() {
  useTitle('Import Leads');
  return (
    <Page title="Import Leads" subtitle="Bring a CSV or Excel file into the lead database">
      <ImportWizard />
    </Page>
  );
}
