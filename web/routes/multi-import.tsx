import { MultiImport } from '../features/imports/multi-import.tsx';
import { useTitle } from '../lib/use-title.ts';
import { Page } from '../ui/page.tsx';

/** Multi-File Import. */
export function MultiImportPage() {
  useTitle('Multi-File Import');
  return (
    <Page title="Multi-File Import" subtitle="Import several files at once, each mapped by its column names">
      <MultiImport />
    </Page>
  );
}
