import { useMemo } from 'react';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { draftFor, type ImportDraft, missingInputs } from '../draft.ts';
import { mappedCount } from '../mapping.ts';
import { MappingList } from '../mapping-list.tsx';
import { PreviewNotice } from '../preview-notice.tsx';
import { Readiness } from '../readiness.tsx';
import { usePreview } from '../use-preview.ts';
import type { ImportJobs } from './job-queue.ts';
import { chooseMapping } from './queue.ts';
import {
  confirmMapping,
  draftMapping,
  type MappingChoice,
  reopenMapping,
  type SampleJob,
  sampleJob,
  sampleJobs,
} from './shared-mapping.ts';

interface SharedMappingPanelProps {
  jobs: ImportJobs;
  choice: MappingChoice;
  customFields: readonly CustomFieldSpec[];
}

/** Renders the shared mapping: waiting for a file, edited on the columns of one file, or confirmed. */
export function SharedMappingPanel({ jobs, choice, customFields }: SharedMappingPanelProps) {
  if (choice.confirmed !== null) return <Settled count={mappedCount(choice.confirmed)} />;
  const sample = sampleJob(jobs, choice);
  if (sample === null) {
    return (
      <Notice title="The mapping is made once a file is uploaded">
        Its columns then show here. All files wait until you confirm what they are.
      </Notice>
    );
  }
  return (
    <MappingEditor
      key={sample.id}
      sample={sample}
      samples={sampleJobs(jobs)}
      choice={choice}
      customFields={customFields}
    />
  );
}

function Settled({ count }: { count: number }) {
  return (
    <Notice
      title="One mapping serves all files"
      action={
        <Button size="small" onClick={() => chooseMapping(reopenMapping)}>
          Change
        </Button>
      }
    >
      {formatCount(count, 'column')} mapped, found in each file by name.
    </Notice>
  );
}

interface MappingEditorProps {
  sample: SampleJob;
  samples: readonly SampleJob[];
  choice: MappingChoice;
  customFields: readonly CustomFieldSpec[];
}

function MappingEditor({ sample, samples, choice, customFields }: MappingEditorProps) {
  // Multi-File Import sends only the mapping, so names can't be split here.
  const upload = useMemo(() => ({ ...sample.upload, nameColumn: null }), [sample.upload]);
  const draft = useMemo(
    (): ImportDraft => ({ ...draftFor(upload), mapping: draftMapping(upload, choice) }),
    [upload, choice],
  );
  const preview = usePreview(upload, draft);
  const lacks = missingInputs(draft, customFields);
  const edit = (change: (draft: ImportDraft) => ImportDraft) =>
    chooseMapping((now) => {
      const { mapping } = change({ ...draft, mapping: draftMapping(upload, now) });
      return { ...now, sampleId: sample.id, draft: mapping };
    });
  return (
    <section aria-label="Mapping for all files" className="flex flex-col gap-3">
      <Field label="Columns of" className="max-w-96">
        {(field) => (
          <Combobox
            {...field}
            value={sample.id}
            onChange={(id) => chooseMapping((now) => ({ ...now, sampleId: id, draft: null }))}
            options={samples.map(({ id, filename, folder }) => ({
              value: id,
              label: filename,
              hint: folder,
            }))}
            searchPlaceholder="Search files…"
            emptyText="No such file"
          />
        )}
      </Field>
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
          <Readiness lack={lacks[0]} ready="Every file is searched for these columns by name." />
        </div>
        <Button
          variant="primary"
          className="max-sm:w-full"
          disabled={lacks.some((lack) => lack.blocks)}
          onClick={() => chooseMapping((now) => confirmMapping(now, upload))}
        >
          Use for All Files
        </Button>
      </div>
    </section>
  );
}
