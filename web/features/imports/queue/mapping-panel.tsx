import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SentTo } from '#contract/endpoint.ts';
import {
  type ImportQueue,
  mapQueuedFiles,
  type QueuedFile,
  type QueueOptions,
  reopenQueuedMapping,
  setImportQueue,
} from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import type { Upload } from '#contract/uploads.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Readiness } from '../map-footer.tsx';
import { MappingList } from '../mapping/mapping-list.tsx';
import { draftPlan, type ImportDraft, missingInputs } from '../plan/draft.ts';
import { PreviewNotice } from '../preview/preview-notice.tsx';
import { usePreview } from '../preview/use-preview.ts';
import { ReadingSummary } from '../reading/reading-summary.tsx';
import { toolUpload } from '../tools/draft-tools.ts';
import { FileLoading, useQueuedReading } from './file-reading.tsx';
import { changeQueue, latestWins, queuedUploadQuery, showQueue } from './queue-calls.ts';
import { queuedDraft } from './queue-draft.ts';
import { confirmedGroups, type FileGroup, groupsToMap } from './queue-summary.ts';

interface MappingPanelProps {
  queue: ImportQueue;
  customFields: readonly CustomFieldSpec[];
}

/**
 * Mappings of the queue, one per group of files with the same columns. The server picks the sample
 * file, so later files don't replace it.
 */
export function MappingPanel({ queue, customFields }: MappingPanelProps) {
  const groups = groupsToMap(queue.files);
  const confirmed = confirmedGroups(queue.files);
  const sample = groups.flatMap(({ files }) => files).find(({ id }) => id === queue.settings.sampleId);
  return (
    <>
      {confirmed.length > 0 && <Confirmed groups={confirmed} />}
      {sample ? (
        <SampleEditor
          key={sample.id}
          sample={sample}
          groups={groups}
          queue={queue}
          customFields={customFields}
        />
      ) : (
        confirmed.length === 0 && (
          <Notice title="Map the columns once a file is uploaded">
            You confirm one mapping for all files with the same columns. Files wait until then.
          </Notice>
        )
      )}
    </>
  );
}

function Confirmed({ groups }: { groups: readonly FileGroup[] }) {
  return (
    <Notice title={groups.length === 1 ? 'The mapping is confirmed' : 'These mappings are confirmed'}>
      <ul className="flex flex-col gap-1">
        {groups.map(({ key, files }) => (
          <ConfirmedGroup key={key} first={files[0] as QueuedFile} count={files.length} />
        ))}
      </ul>
    </Notice>
  );
}

function ConfirmedGroup({ first, count }: { first: QueuedFile; count: number }) {
  const others = count > 1 ? ` and ${formatCount(count - 1, 'other file')}` : '';
  const reopen = () => callApi(reopenQueuedMapping, { body: { id: first.id } });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1 basis-48 break-words">
        {formatCount(first.mapped, 'column')} mapped for {first.filename}
        {others}
      </span>
      <Button size="small" onClick={() => void changeQueue("Couldn't change the mapping", reopen)}>
        Change
        <span className="sr-only"> mapping of {first.filename}</span>
      </Button>
    </li>
  );
}

interface SampleEditorProps extends MappingPanelProps {
  sample: QueuedFile;
  groups: readonly FileGroup[];
}

function SampleEditor({ sample, groups, queue, customFields }: SampleEditorProps) {
  const query = useQuery(queuedUploadQuery(sample.id));
  if (!query.data) return <FileLoading query={query} />;
  const { upload, plan } = query.data;
  return (
    <MappingEditor
      // Reading a file differently changes its mapping.
      key={[upload.sheet, upload.encoding, upload.delimiter, upload.headerRow].join()}
      sample={sample}
      upload={upload}
      stored={plan}
      groups={groups}
      options={sample.options ?? queue.settings.options}
      customFields={customFields}
    />
  );
}

interface MappingEditorProps {
  /** File whose columns are shown. */
  sample: QueuedFile;
  upload: Upload;
  /** Initial plan. */
  stored: OpenedFile['plan'];
  /** Groups with an unconfirmed mapping. */
  groups: readonly FileGroup[];
  options: QueueOptions;
  customFields: readonly CustomFieldSpec[];
}

/** Saves every edit at once, to continue elsewhere or later. */
const savingMapping = () =>
  latestWins((body: SentTo<typeof mapQueuedFiles>['body']) =>
    changeQueue("Couldn't save the mapping", async () => showQueue(await callApi(mapQueuedFiles, { body }))),
  );

/** Maps files with the same columns, shown by a sample file. */
function MappingEditor(props: MappingEditorProps) {
  const { sample, upload: inFile, stored, groups, options, customFields } = props;
  const [plan, setPlan] = useState(stored);
  const [save] = useState(savingMapping);
  const reading = useQueuedReading(sample.id);
  const upload = useMemo(() => toolUpload(inFile, plan.columnTools), [inFile, plan.columnTools]);
  const draft = useMemo(() => queuedDraft(upload, plan, options), [upload, plan, options]);
  const preview = usePreview(upload, draft);
  const lacks = missingInputs(draft, customFields);
  const group = groups.find(({ key }) => key === sample.group);
  // The sample comes first, because its columns name the mapping.
  const idsOf = (files: readonly QueuedFile[]) => [
    sample.id,
    ...files.map(({ id }) => id).filter((id) => id !== sample.id),
  ];
  const own = idsOf(group?.files ?? []);
  const all = idsOf(groups.flatMap(({ files }) => files));
  const edit = (change: (draft: ImportDraft) => ImportDraft) => {
    const { fieldMapping, nameSplitConfig, valueMaps } = draftPlan(change(draft));
    setPlan({ ...plan, fieldMapping, nameSplitConfig, valueMaps });
    void save({ fieldMapping, nameSplitConfig, ids: own, confirm: false });
  };
  const { fieldMapping, nameSplitConfig } = draftPlan(draft);
  const confirm = (ids: string[]) => void save({ fieldMapping, nameSplitConfig, ids, confirm: true });
  const blocked = lacks.some((lack) => lack.blocks);
  const others = all.length - own.length;
  return (
    <section aria-label="Mapping for all files" className="flex flex-col gap-3">
      <SampleChoice sample={sample} groups={groups} />
      <ReadingSummary
        upload={inFile}
        pending={reading.pending}
        onChange={(change) => void reading.change(inFile, change)}
      />
      <PreviewNotice preview={preview} />
      <MappingList
        upload={upload}
        draft={draft}
        preview={preview}
        customFields={customFields}
        onEdit={edit}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-13">
        <div className="min-w-0 flex-1 basis-64" aria-live="polite">
          <Readiness
            lack={lacks[0]}
            ready={
              others === 0
                ? `${formatCount(own.length, 'file')} with these columns, and files you add later`
                : `${formatCount(own.length, 'file')} with these columns. In the other ${formatNumber(others)}, columns are matched by name.`
            }
          />
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:flex-col">
          {others > 0 && (
            <Button disabled={blocked} onClick={() => confirm(all)}>
              Use for All Files
            </Button>
          )}
          <Button variant="primary" disabled={blocked} onClick={() => confirm(own)}>
            {others > 0 ? `Use for ${formatCount(own.length, 'File')}` : 'Use for All Files'}
          </Button>
        </div>
      </div>
    </section>
  );
}

function SampleChoice({ sample, groups }: Pick<MappingEditorProps, 'sample' | 'groups'>) {
  return (
    <Field label="Columns of" className="max-w-96">
      <Combobox
        value={sample.id}
        onChange={(sampleId) =>
          void changeQueue("Couldn't choose the file", () => callApi(setImportQueue, { body: { sampleId } }))
        }
        options={groups.flatMap(({ files }, index) =>
          files.map(({ id, filename, folder }) => ({
            value: id,
            label: filename,
            hint: folder,
            ...(groups.length > 1 && {
              group: `Columns ${index + 1}: ${formatCount(files.length, 'file')}`,
            }),
          })),
        )}
        searchPlaceholder="Search files…"
        emptyText="No files found"
      />
    </Field>
  );
}
