import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type ToastMessage, toast } from '../../ui/toast-store.ts';
import type { EntryNoun, InputMode, ListDraft, useListDraft } from './list-draft.ts';
import { EntryField, FileField, Sending } from './list-inputs.tsx';
import { RecentOperations } from './operation-list.tsx';
import { FailureNotice, type ListOutcome, ResultCard } from './result-card.tsx';

interface BatchUpdate<V> {
  /** `onProgress` receives the share of the file sent, 0 to 1. */
  send: (values: V, onProgress: (share: number) => void) => Promise<ListOutcome>;
  failed: (error: Error, values: V) => ToastMessage;
}

/** Changes leads in one call, reports in a toast, and invalidates affected queries. */
export function useBatchUpdate<V>({ send, failed }: BatchUpdate<V>) {
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const task = useMutation({
    mutationFn: (values: V) => send(values, setShare),
    onMutate: () => setShare(null),
    onSuccess: ({ message }) => void toast(message),
    onError: (error, values) => void toast({ tone: 'destructive', ...failed(error, values) }),
    onSettled: () => void refetchTouched(client, LEAD_TOPICS),
  });
  return { ...task, share };
}

interface BatchLayoutProps {
  children: ReactNode;
  /** Next to the form where it fits. */
  help: ReactNode;
  kinds: readonly BulkOperation['action'][];
  busy: boolean;
  error: Error | null;
  /** Title of the error. */
  failure: string;
  outcome: ListOutcome | undefined;
  /** Below the result. */
  below?: ReactNode;
}

export function BatchLayout(props: BatchLayoutProps) {
  const { children, help, kinds, busy, error, failure, outcome, below } = props;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {children}
          {error && <FailureNotice title={failure} error={error} />}
          {outcome && outcome.operationId !== null && <ResultCard outcome={outcome} kinds={kinds} />}
          {below}
        </div>
        {help}
      </div>
      <RecentOperations kinds={kinds} busy={busy} />
    </div>
  );
}

/** Selected tab, held by the URL. */
export interface InputTab {
  mode: InputMode;
  onMode: (mode: InputMode) => void;
}

interface FilePreview {
  error: Error | null;
  /** Nothing can be sent. */
  disabled: boolean;
  sending: ReactNode;
  onFile: (file: File | null) => void;
}

interface BatchScreenProps<D extends ListDraft>
  extends Pick<BatchLayoutProps, 'help' | 'kinds' | 'failure' | 'children'>,
    BatchUpdate<{ draft: D; mode: InputMode }> {
  /** Accessible name of the form. */
  label: string;
  form: ReturnType<typeof useListDraft<D>>;
  /** Manual entry, in a tab next to the file's; without it, only files are accepted. */
  entry?: { noun: EntryNoun; placeholder: string; onMode: InputTab['onMode'] };
  submit: string;
  pendingText: string;
  /** Named and focused where another value is invalid. */
  ready?: boolean;
  onInvalid?: (form: Element) => void;
  /** Asks before anything is sent; with false, nothing is. */
  confirm?: (values: { draft: D; mode: InputMode }) => Promise<boolean>;
  /** Dry run of a chosen file. */
  preview?: FilePreview;
}

/** Changes leads by a list, entered manually or as a file. */
export function BatchScreen<D extends ListDraft>(props: BatchScreenProps<D>) {
  const { label, form, entry, help, kinds, children, submit, pendingText, failure, preview } = props;
  const { draft, mode, edit, errorAt } = form;
  const task = useBatchUpdate(props);
  const { ready = true, confirm } = props;
  const [asking, setAsking] = useState(false);

  async function mayGoOn(): Promise<boolean> {
    if (!confirm) return true;
    setAsking(true);
    try {
      return await confirm({ draft, mode });
    } finally {
      setAsking(false);
    }
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (task.isPending || asking || !form.check()) return;
    if (!ready) return props.onInvalid?.(event.currentTarget);
    const onSuccess = () => {
      edit({ text: '', file: null } as Partial<D>);
      preview?.onFile(null);
    };
    if (await mayGoOn()) task.mutate({ draft, mode }, { onSuccess });
  }

  function onFile(file: File | null) {
    edit({ file } as Partial<D>);
    if (!preview) return;
    task.reset();
    preview.onFile(file);
  }

  const file = <FileField file={draft.file} onFile={onFile} error={errorAt('list')} />;
  return (
    <BatchLayout
      help={help}
      kinds={kinds}
      busy={task.isPending}
      failure={failure}
      error={task.error ?? preview?.error ?? null}
      outcome={task.data}
    >
      <Card title={entry ? undefined : 'CSV Upload'}>
        <form aria-label={label} noValidate onSubmit={(event) => void onSubmit(event)}>
          {entry ? (
            <Tabs
              label="Input method"
              value={mode}
              onChange={entry.onMode}
              tabs={[
                {
                  value: 'manual',
                  label: 'Manual Entry',
                  content: (
                    <EntryField
                      {...entry}
                      ref={form.list}
                      text={draft.text}
                      onText={(text) => edit({ text } as Partial<D>)}
                      error={errorAt('list')}
                    />
                  ),
                },
                { value: 'csv', label: 'CSV Upload', content: file },
              ]}
            />
          ) : (
            file
          )}
          {children && <div className="mt-5 flex flex-col gap-5">{children}</div>}
          <div className="mt-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
            {preview?.sending}
            {task.isPending && <Sending share={task.share} />}
            <Button
              type="submit"
              variant="primary"
              disabled={preview?.disabled ?? false}
              pending={task.isPending || asking}
              pendingText={pendingText}
            >
              {submit}
            </Button>
          </div>
        </form>
      </Card>
    </BatchLayout>
  );
}
