import { useMemo, useRef } from 'react';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import { DryRunSection } from './dry-run/dry-run-section.tsx';
import { useDryRun } from './dry-run/use-dry-run.ts';
import { ImportedBefore } from './imported-before.tsx';
import { MapFooter } from './map-footer.tsx';
import { ImportOptionsPanel } from './mapping/import-options-panel.tsx';
import { MappingList } from './mapping/mapping-list.tsx';
import { MappingSource } from './mapping/mapping-source.tsx';
import { NameSplitting } from './mapping/name-splitting.tsx';
import { missingInputs } from './plan/draft.ts';
import { LeadPreview } from './preview/lead-preview.tsx';
import { PreviewNotice } from './preview/preview-notice.tsx';
import { usePreview } from './preview/use-preview.ts';
import { ReadingSummary } from './reading/reading-summary.tsx';
import { TemplatesMenu } from './templates/templates-menu.tsx';
import { ColumnToolsPanel } from './tools/column-tools-panel.tsx';
import { toolUpload } from './tools/draft-tools.ts';
import type { ImportWizardActions } from './use-import-wizard.ts';
import { useColumnValues } from './values/use-column-values.ts';
import { valueLacks } from './values/value-lacks.ts';
import { ValuesSection } from './values/values-section.tsx';
import type { Wizard } from './wizard.ts';

interface MapStepProps {
  wizard: Extract<Wizard, { step: 'map' }>;
  actions: ImportWizardActions;
  customFields: readonly CustomFieldSpec[];
}

/** Wide screens get a second column for options and check. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]';

/** Step 2: column mapping with a preview of leads. */
export function MapStep({ wizard, actions, customFields }: MapStepProps) {
  const { draft } = wizard;
  const upload = useMemo(
    () => toolUpload(wizard.upload, draft.columnTools),
    [wizard.upload, draft.columnTools],
  );
  const preview = usePreview(upload, draft);
  const lacks = missingInputs(draft, customFields);
  const blocked = upload.totalRows === 0 || lacks.some((lack) => lack.blocks);
  const control = useDryRun(upload, draft, blocked);
  const values = useColumnValues(upload, draft, customFields, actions.edit);
  const place = useRef<HTMLElement>(null);

  function showCheck() {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div className={COLUMNS}>
        <aside className="xl:col-start-2">
          <ImportOptionsPanel draft={draft} columns={upload.columns} onEdit={actions.edit} />
        </aside>
        <div className="flex min-w-0 flex-col gap-4 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <ImportedBefore upload={upload} />
          <ColumnToolsPanel upload={wizard.upload} draft={draft} onEdit={actions.edit}>
            {(addTool) => (
              <ReadingSummary
                upload={wizard.upload}
                pending={wizard.reading ?? null}
                onChange={actions.changeReading}
              >
                <TemplatesMenu upload={wizard.upload} draft={draft} onEdit={actions.edit} />
                {addTool}
              </ReadingSummary>
            )}
          </ColumnToolsPanel>
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
          <ValuesSection state={values} draft={draft} onEdit={actions.edit} />
          <LeadPreview upload={upload} draft={draft} preview={preview} />
        </div>
        {upload.totalRows > 0 && <DryRunSection control={control} place={place} />}
      </div>
      <MapFooter
        lacks={[...lacks, ...valueLacks(values, draft)]}
        draft={draft}
        unimported={unimportedColumns(wizard.upload.columns, control.plan)}
        control={control}
        actions={actions}
        onShowCheck={showCheck}
      />
    </>
  );
}
