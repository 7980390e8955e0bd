import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { listCustomFields } from '#contract/custom-fields.ts';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import { DraftImport } from '../features/imports/drafts/draft-import.tsx';
import { ImportWizard } from '../features/imports/import-wizard.tsx';
import { queryOf } from '../lib/query.ts';
import { ScreenPage } from '../ui/page.tsx';

const route = getRouteApi('/protected/import');

/** Import Leads; `draft` in the URL is the ID of a draft's upload. */
export function ImportPage() {
  const { draft } = route.useSearch();
  const { data: customFields } = useQuery(queryOf(listCustomFields, {}));
  const navigate = useNavigate();
  const wizard = {
    ...(customFields && { customFields }),
    onOpen: (opened: OpenedDraft | null) =>
      void navigate({ to: '/import', search: opened ? { draft: opened.uploadId } : {} }),
  };
  return (
    <ScreenPage title="Import Leads" subtitle="Add leads from a CSV or Excel file">
      {draft === undefined ? (
        <ImportWizard key="new" {...wizard} />
      ) : (
        <DraftImport key={draft} id={draft} {...wizard} />
      )}
    </ScreenPage>
  );
}
