import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { matchTemplate } from '#contract/import-templates.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import { fieldLabel } from '../../lib/field-label.ts';
import { formatCount } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DryRunSection } from './dry-run/dry-run-section.tsx';
import { useDryRun } from './dry-run/use-dry-run.ts';
import { MapFooter } from './map-footer.tsx';
import { ImportOptionsPanel } from './mapping/import-options-panel.tsx';
import { MappingList } from './mapping/mapping-list.tsx';
import {
  draftFor,
  type ImportDraft,
  keepNamesWhole,
  type MissingInput,
  missingInputs,
  splitNames,
  type UploadDraftProps,
} from './plan/draft.ts';
import { choicesKey, firstDraft, mappingSource, switchMapping, templateDraft } from './plan/saved-mapping.ts';
import { LeadPreview } from './preview/lead-preview.tsx';
import { cellOutcome, columnSamples } from './preview/preview-cells.ts';
import { PreviewNotice } from './preview/preview-notice.tsx';
import { type Preview, usePreview } from './preview/use-preview.ts';
import { ReadingSummary } from './reading/reading-summary.tsx';
import { TemplatesPanel } from './templates/templates-panel.tsx';
import { ColumnToolsPanel } from './tools/column-tools-panel.tsx';
import { toolUpload } from './tools/draft-tools.ts';
import { ImportedBefore } from './upload-area.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import { type ColumnValuesState, useColumnValues } from './values/use-column-values.ts';
import { openValues } from './values/value-draft.ts';
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
          <TemplateOffer upload={wizard.upload} draft={draft} onEdit={actions.edit} />
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
        {upload.totalRows > 0 && (
          <DryRunSection control={control} place={place} draft={draft} onEdit={actions.edit} />
        )}
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

/**
 * Blocks the import until values are read, because known values are mapped automatically; warns of
 * unknown values.
 */
function valueLacks({ pending, columns }: ColumnValuesState, draft: ImportDraft): MissingInput[] {
  if (pending) return [{ text: 'Reading the values of your file…', blocks: true }];
  return columns.flatMap((column) => {
    const open = openValues(draft, column);
    if (open === 0) return [];
    const label = fieldLabel(column.target);
    const text = `${formatCount(open, 'value')} of ${label} ${open === 1 ? "isn't" : "aren't"} recognized. Review ${open === 1 ? 'it' : 'them'} under Values.`;
    return [{ text, blocks: false }];
  });
}

/** Switches between saved and automatic mapping; nothing after a manual change. */
function MappingSource({ upload, draft, onEdit }: UploadDraftProps) {
  const source = mappingSource(draft, upload);
  if (source === null) return null;
  const other = source === 'saved' ? 'automatic' : 'saved';
  return (
    <Notice title={source === 'saved' ? 'Saved mapping' : 'Automatic mapping'}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex-1 basis-64">
          {source === 'saved'
            ? 'Columns and options are the same as in your last import with these columns.'
            : "Columns are mapped by name. There's a saved mapping for these columns."}
        </p>
        <Button size="small" onClick={() => onEdit((now) => switchMapping(now, upload, other))}>
          Use {other === 'saved' ? 'Saved' : 'Automatic'} Mapping
        </Button>
      </div>
    </Notice>
  );
}

function TemplatesMenu({ upload, draft, onEdit }: UploadDraftProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={anchor}
        size="small"
        icon={LayoutTemplate}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Templates
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} label="Import templates">
        <TemplatesPanel upload={upload} draft={draft} onEdit={onEdit} onClose={() => setOpen(false)} />
      </Popover>
    </>
  );
}

/** Offers the template that fits the file, until the mapping is changed. */
function TemplateOffer({ upload, draft, onEdit }: UploadDraftProps) {
  const { columns } = upload;
  const { data } = useQuery({
    ...queryOf(matchTemplate, { body: { columns } }),
    enabled: columns.length > 0,
    staleTime: 0,
  });
  if (!data?.match) return null;
  const { template, plan } = data.match;
  const now = choicesKey(draft);
  const isUnchanged = [firstDraft(upload), draftFor(upload)].some((one) => choicesKey(one) === now);
  if (!isUnchanged || choicesKey(templateDraft(draft, upload, plan)) === now) return null;
  return (
    <Notice
      title={`Template ${template.name} fits this file`}
      action={
        <Button size="small" onClick={() => onEdit((current) => templateDraft(current, upload, plan))}>
          Use Template
        </Button>
      }
    />
  );
}

interface NameSplittingProps extends UploadDraftProps {
  column: string;
  preview: Preview;
}

/** Offers to split full names, with an example from the file. */
function NameSplitting({ column, upload, draft, preview, onEdit }: NameSplittingProps) {
  const on = draft.splitColumn === column;
  const example = columnSamples(upload.preview, column, 20).find((sample) => sample.value.includes(' '));
  const first = example && cellOutcome(preview.rows, example.row, column, 'firstName')?.value;
  const last = example && cellOutcome(preview.rows, example.row, column, 'lastName')?.value;
  const shown = on && first && last ? `"${example?.value}" becomes "${first}" and "${last}".` : null;
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3 lg:px-5">
      <Switch
        label="Smart Name Splitting"
        help={
          <>
            The column <strong className="font-medium text-text">{column}</strong> contains full names.
            They'll be split into First Name and Last Name.{' '}
            {shown ?? (example && `For example, "${example.value}".`)}
          </>
        }
        checked={on}
        onChange={(split) => onEdit((now) => (split ? splitNames(now, column) : keepNamesWhole(now, upload)))}
      />
    </div>
  );
}
