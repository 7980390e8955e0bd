import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderOpen } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { QUEUE_MAX, type QueuedFile, type QueueSettings, setImportQueue } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { type FoundFile, filesEndingIn, filesOfFolder } from '../../ui/found-files.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ImportOptionsPanel } from './mapping/import-options-panel.tsx';
import type { ImportDraft } from './plan/draft.ts';
import { JobCard } from './queue/job-card.tsx';
import { MappingPanel } from './queue/mapping-panel.tsx';
import {
  changeQueue,
  clearFiles,
  isSentElsewhere,
  latestWins,
  queueInterval,
  queueQuery,
} from './queue/queue-calls.ts';
import { draftOptions, optionsDraft } from './queue/queue-draft.ts';
import { needsAnswers, queueSummary } from './queue/queue-summary.ts';
import { sendFiles, syncSending, useFilesToSend, useSending } from './queue/send-files.ts';

const save = latestWins((draft: ImportDraft) =>
  changeQueue("Couldn't save the options", () =>
    callApi(setImportQueue, { body: { options: draftOptions(draft) } }),
  ),
);

function QueueOptionsPanel({ settings }: { settings: QueueSettings }) {
  // Keeps the tags' text as typed.
  const [edited, setEdited] = useState<ImportDraft | null>(null);
  const draft = edited ?? optionsDraft(settings.options);
  return (
    <ImportOptionsPanel
      draft={draft}
      columns={[]}
      isShared
      onEdit={(change) => {
        const next = change(draft);
        setEdited(next);
        void save(next);
      }}
    />
  );
}

/** Multi-File Import: this page uploads files, the server imports them. */
export function MultiImport({ customFields = [] }: { customFields?: readonly CustomFieldSpec[] }) {
  const sending = useSending();
  const toSend = useFilesToSend();
  const query = useQuery({
    ...queueQuery,
    refetchInterval: ({ state }) => queueInterval(state.data, sending),
  });
  const { data: queue, error } = query;
  if (queue === undefined) {
    if (!error) return <Skeleton className="h-64" />;
    return <QueryError title="Couldn't load your queue" reason query={query} />;
  }
  const { files, settings } = queue;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <aside className="xl:sticky xl:top-20 xl:order-last xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto">
        <QueueOptionsPanel settings={settings} />
      </aside>
      <div className="flex min-w-0 flex-col gap-4">
        <FileIntake queued={files.length} />
        <MappingKind settings={settings} />
        {settings.mapping === 'one' && <MappingPanel queue={queue} customFields={customFields} />}
        {files.length === 0 ? (
          <p className="text-13 text-muted">
            {toSend > 0
              ? keepOpenText(toSend)
              : 'Two files are imported at a time. Once files are uploaded, you can close this page.'}
          </p>
        ) : (
          <section aria-label="Import queue" className="rounded-card border border-line bg-surface">
            <Summary
              files={files}
              toSend={toSend}
              elsewhere={isSentElsewhere(files, sending)}
              asks={settings.unknownValues === 'ask'}
            />
            <ul>
              {files.map((file) => (
                <JobCard
                  key={file.id}
                  file={file}
                  sent={sending.get(file.id)}
                  asks={settings.unknownValues === 'ask'}
                  customFields={customFields}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function MappingKind({ settings: { mapping: kind, unknownValues } }: { settings: QueueSettings }) {
  const change = (body: Partial<Pick<QueueSettings, 'mapping' | 'unknownValues'>>) =>
    void changeQueue("Couldn't change the mapping", () => callApi(setImportQueue, { body }));
  return (
    <section aria-label="Mapping" className="flex flex-col gap-2">
      <h2 className="text-14 font-medium">Mapping</h2>
      <RadioGroup
        label="Mapping"
        value={kind}
        onChange={(mapping) => change({ mapping })}
        options={[
          {
            value: 'each',
            label: 'Automatic for each file',
            help: 'Columns are matched by name, or as last imported. Files start right away.',
          },
          {
            value: 'one',
            label: 'One mapping for all files',
            help: 'Files wait until you confirm the mapping, once for all files with the same columns.',
          },
        ]}
      />
      <div className="rounded-card border border-line bg-surface px-4 py-3">
        <Switch
          label="Ask about values we don't recognize"
          help="A file with an unknown status, country or yes/no value waits for your answer, once for all files."
          checked={unknownValues === 'ask'}
          onChange={(asks) => change({ unknownValues: asks ? 'ask' : 'keep' })}
        />
      </div>
    </section>
  );
}

interface SummaryProps {
  files: readonly QueuedFile[];
  /** Files that need this page. */
  toSend: number;
  /** Another tab or computer sends files. */
  elsewhere: boolean;
  asks: boolean;
}

function Summary({ files, toSend, elsewhere, asks }: SummaryProps) {
  const { total, finished, waiting, failed, cancelled, rows, imported } = queueSummary(files);
  const asking = asks ? files.filter(needsAnswers).length : 0;
  const facts = [
    `${formatNumber(finished)} of ${formatCount(total, 'file')} done`,
    `${formatNumber(imported)} of ${formatCount(rows, 'row')} imported`,
    asking > 0 ? `${formatCount(asking, 'file')} ${asking === 1 ? 'needs' : 'need'} answers` : '',
    failed > 0 ? `${formatNumber(failed)} failed` : '',
    cancelled > 0 ? `${formatNumber(cancelled)} canceled` : '',
  ];
  async function removeWaiting() {
    await clearFiles('waiting');
    await syncSending();
  }
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 lg:px-5">
      <div>
        <h2 className="text-14 font-medium tabular-nums">
          {facts.filter((fact) => fact !== '').join(' · ')}
        </h2>
        <p className="text-13 text-muted tabular-nums">
          {toSend > 0 ? keepOpenText(toSend) : closingText(elsewhere, asking > 0, finished < total)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {waiting > 0 && (
          <Button size="small" onClick={() => void removeWaiting()}>
            Remove All Waiting
          </Button>
        )}
        {finished > 0 && (
          <Button size="small" onClick={() => void clearFiles('finished')}>
            Remove All Finished
          </Button>
        )}
        {imported > 0 && finished === total && (
          <Link to="/leads" className={buttonClass('secondary', 'small')}>
            View All Leads
          </Link>
        )}
      </div>
    </header>
  );
}

function keepOpenText(files: number): string {
  return `Keep this page open: ${formatCount(files, 'file')} to upload.`;
}

/** Says that the page may be closed. */
function closingText(isElsewhere: boolean, isAsking: boolean, isBusy: boolean): string {
  if (isElsewhere) return 'You can close this page, but not the one that is uploading.';
  if (isAsking) return 'You can close this page. Files that need answers wait for you.';
  return isBusy ? 'You can close this page. Uploaded files continue.' : 'Files stay listed for 7 days.';
}

/** Summarizes an intake: `12 files added, 3 skipped (not CSV or Excel)`; `surplus` files exceed the queue. */
export function intakeText(added: number, others: number, surplus: number): string {
  const files = added === 0 ? 'No files added' : `${formatCount(added, 'file')} added`;
  const left = others === 0 ? '' : `, ${formatNumber(others)} skipped (not CSV or Excel)`;
  if (surplus === 0) return files + left;
  const full = `The queue can hold ${formatNumber(QUEUE_MAX)} files, so ${formatCount(surplus, 'more file')} didn't fit. Remove finished files and add the rest again.`;
  return `${files}${left}. ${full}`;
}

/** Uploads dropped or chosen files and folders; `queued` counts the queue's files. */
function FileIntake({ queued }: { queued: number }) {
  const folder = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  function take(files: readonly FoundFile[], others: number) {
    const added = files.slice(0, Math.max(0, QUEUE_MAX - queued));
    setText(intakeText(added.length, others, files.length - added.length));
    if (added.length > 0) void changeQueue("Couldn't add the files", () => sendFiles(added));
  }

  function takeFolder({ target }: ChangeEvent<HTMLInputElement>) {
    const { files, others } = filesEndingIn(UPLOAD_EXTENSIONS, filesOfFolder(target.files ?? []));
    take(files, others);
    // Choosing the same folder again fires a change event only if the value was reset.
    target.value = '';
  }

  return (
    <div className="flex flex-col gap-3">
      <DropZone
        title="Drag files here or click to browse"
        text="Supports CSV, XLSX, XLS up to 100MB"
        accept={UPLOAD_EXTENSIONS}
        multiple
        onFiles={take}
        className={queued === 0 ? 'min-h-64' : 'py-6'}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={FolderOpen} onClick={() => folder.current?.click()}>
          Choose Folder
        </Button>
        {/* Opened by the button. */}
        <input ref={folder} type="file" hidden {...{ webkitdirectory: '' }} onChange={takeFolder} />
        <p role="status" className="min-w-0 flex-1 text-13 text-muted tabular-nums">
          {text === '' ? 'You can also drop a folder to import its CSV and Excel files.' : text}
        </p>
      </div>
    </div>
  );
}
