import { useQuery } from '@tanstack/react-query';
import { listCustomFields } from '#contract/custom-fields.ts';
import { MultiImport } from '../features/imports/multi-import.tsx';
import { queryOf } from '../lib/query.ts';
import { ScreenPage } from '../ui/page.tsx';

export function MultiImportPage() {
  const { data: customFields } = useQuery(queryOf(listCustomFields, {}));
  return (
    <ScreenPage title="Multi-File Import" subtitle="Import several files or whole folders at once">
      <MultiImport {...(customFields && { customFields })} />
    </ScreenPage>
  );
}
