import { useQuery } from '@tanstack/react-query';
import { type ImportQueue, type QueuedFile, reopenQueuedMapping } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FileLoading } from './file-sheet.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { changeQueue, queuedUploadQuery } from './queue-calls.ts';
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
