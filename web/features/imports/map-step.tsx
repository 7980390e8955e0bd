import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { lacksOf } from './draft.ts';
import { ImportOptions } from './import-options.tsx';
import { ImportedBefore } from './imported-before.tsx';
import { MappingList } from './mapping-list.tsx';
import { MappingSource } from './mapping-source.tsx';
import { NameSplitting } from './name-splitting.tsx';
import { PreviewNotice } from './preview-notice.tsx';
import { Readiness } from './readiness.tsx';
import { StepFooter } from './step-footer.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import { usePreview } from './use-preview.ts';
import type { Wizard } from './wizard.ts';

interface MapStepProps {
  wizard: Extract<Wizard, { step: 'map' }>;
  actions: ImportWizardActions;
  customFields: readonly CustomFieldSpec[];
}

/** Step 2: say what each column is, and see what its first values become. */
export function MapStep({ wizard, actions, customFields }: MapStepProps) {
  const { upload, draft } = wizard;
  const preview = usePreview(upload, draft);
  const lacks = lacksOf(draft, customFields);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <aside className="xl:sticky xl:top-20 xl:order-last xl:max-h-[calc(100dvh-9.5rem)] xl:overflow-y-auto">
          <ImportOptions draft={draft} columns={upload.columns} onEdit={actions.edit} />
        </aside>
        <div className="flex min-w-0 flex-col gap-4">
          <ImportedBefore upload={upload} />
          <MappingSource upload={upload} draft={draft} onEdit={actions.edit} />
          {upload.nameColumn !== null && (
            <NameSplitting
              column={upload.nameColumn}
              upload={upload}
              draft={draft}
              preview={preview}
              onEdit={actions.edit}
            />
          )}
          <PreviewNotice preview={preview} />
          <MappingList
            upload={upload}
            draft={draft}
            preview={preview}
            customFields={customFields}
            onEdit={actions.edit}
          />
        </div>
      </div>
      <StepFooter
        actions={
          <>
            <Button onClick={actions.back}>Back</Button>
            <Button variant="primary" disabled={lacks.some((lack) => lack.blocks)} onClick={actions.start}>
              Start Import
            </Button>
          </>
        }
      >
        <Readiness lack={lacks[0]} ready={`${formatCount(upload.totalRows, 'row')} ready to import`} />
      </StepFooter>
    </>
  );
}
