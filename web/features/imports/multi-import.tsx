import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type QueuedFile, type QueueSettings, setImportQueue } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileIntake } from './queue/file-intake.tsx';
import { JobCard } from './queue/job-card.tsx';
import { MappingPanel } from './queue/mapping-panel.tsx';
import { changeQueue, clearFiles, queueInterval, queueQuery } from './queue/queue-calls.ts';
import { QueueOptionsPanel } from './queue/queue-options.tsx';
import { queueSummary } from './queue/queue-summary.ts';
import { type SendingProgress, syncSending, useSending } from './queue/send-files.ts';

interface MultiImportProps {
  /** ID of the user who owns the queue. */
  owner: string;
  /** Custom fields of the organization, offered beside the built-in fields. */
  customFields?: readonly CustomFieldSpec[];
}

/** Renders Multi-File Import: this page sends the files, and the server imports them in turn. */
export function MultiImport({ owner, customFields = [] }: MultiImportProps) {
  const sending = useSending();
  const query = useQuery({
    ...queueQuery,
    refetchInterval: ({ state }) => queueInterval(state.data, sending),
  });
  const { data: queue, error } = query;
  if (queue === undefined) {
    if (!error) return <Skeleton className="h-64" />;
    return (
      <ErrorState
        title="Couldn't load your queue"
        text={messageOf(error, 'Check your connection and try again.')}
        requestId={requestIdOf(error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const { files, settings } = queue;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <aside className="xl:sticky xl:top-20 xl:order-last xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto">
        <QueueOptionsPanel settings={settings} />
      </aside>
      <div className="flex min-w-0 flex-col gap-4">
        <FileIntake owner={owner} queued={files.length} />
        <MappingKind kind={settings.mapping} />
        {settings.mapping === 'one' && <MappingPanel queue={queue} customFields={customFields} />}
        {files.length === 0 ? (
          <p className="text-13 text-muted">
            Two files are imported at a time. Once files are uploaded, you can close this page.
          </p>
        ) : (
          <section aria-label="Import queue" className="rounded-card border border-line bg-surface">
            <Summary files={files} sending={sending} />
            <ul>
              {files.map((file) => (
                <JobCard key={file.id} owner={owner} file={file} sent={sending.get(file.id)} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function MappingKind({ kind }: { kind: QueueSettings['mapping'] }) {
  return (
    <section aria-label="Mapping">
      <h2 className="mb-2 text-14 font-medium">Mapping</h2>
      <RadioGroup
        label="Mapping"
        value={kind}
        onChange={(mapping) =>
          void changeQueue('The mapping was not changed', () =>
            callApi(setImportQueue, { body: { mapping } }),
          )
        }
        options={[
          {
            value: 'each',
            label: 'Automatic for each file',
            help: 'Columns are matched by name, or as last imported. Files start right away.',
          },
          {
            value: 'one',
            label: 'One mapping for all files',
            help: 'Files wait until you confirm the mapping, once for all with the same columns.',
          },
        ]}
      />
    </section>
  );
}

interface SummaryProps {
  files: readonly QueuedFile[];
  sending: SendingProgress;
}

function Summary({ files, sending }: SummaryProps) {
  const { total, finished, waiting, failed, cancelled, rows, imported } = queueSummary(files);
  const facts = [
    `${formatNumber(finished)} of ${formatCount(total, 'file')} done`,
    `${formatNumber(imported)} of ${formatCount(rows, 'row')} imported`,
    failed > 0 ? `${formatNumber(failed)} failed` : '',
    cancelled > 0 ? `${formatNumber(cancelled)} cancelled` : '',
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
        <p className="text-13 text-muted tabular-nums">{closingText(sending.size, finished < total)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {waiting > 0 && (
          <Button size="small" onClick={() => void removeWaiting()}>
            Remove all waiting
          </Button>
        )}
        {finished > 0 && (
          <Button size="small" onClick={() => void clearFiles('finished')}>
            Remove all finished
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

/** Says whether the page may be closed. */
function closingText(sending: number, isBusy: boolean): string {
  if (sending > 0) return `Keep this page open: ${formatCount(sending, 'file')} to upload.`;
  return isBusy ? 'You can close this page. Uploaded files continue.' : 'Files stay listed for 7 days.';
}
