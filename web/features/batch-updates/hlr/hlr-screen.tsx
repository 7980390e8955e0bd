import type { Ref } from 'react';
import { type HlrReply, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { BatchLayout } from '../batch-layout.tsx';
import { BatchForm } from '../entry/batch-form.tsx';
import { EntryField } from '../entry/entry-field.tsx';
import { FileField } from '../entry/file-field.tsx';
import { FormatHelp, type SampleFile } from '../entry/format-help.tsx';
import type { InputMode } from '../entry/input-mode.ts';
import { useBatchDraft } from '../entry/use-batch-draft.ts';
import { FailureNotice, ResultCard } from '../result-card.tsx';
import { nothingChanged, useBatchUpdate } from '../use-batch-update.ts';
import { EMPTY_HLR, EXAMPLE_STATUSES, type HlrDraft, hlrBody, hlrProblem } from './hlr-draft.ts';

const KINDS = ['updateHlr'] as const;
const NOUN = ['phone number', 'phone numbers'] as const;

const TYPES = [
  { value: 'phone', label: 'Phone (HLR)', help: 'HLR status of the number' },
  { value: 'whatsapp', label: 'WhatsApp', help: 'WhatsApp status of the number' },
] as const;

const POINTS = [
  'A column of phone numbers. We find it by its name (phone, mobile, tel) or its values.',
  'A file with one column needs no header.',
  'Any number format works: international, or local if the lead or a column named country gives the country.',
  "A column named status, result or hlr sets each row's own status. Other rows get the status value above.",
];
const SAMPLE: SampleFile = {
  name: 'hlr-status-sample.csv',
  rows: [
    ['phone', 'status'],
    ['+12015550123', 'Active'],
    ['+447400123456', 'Inactive'],
    ['+4915123456789', ''],
  ],
};

interface HlrScreenProps {
  mode: InputMode;
  onMode: (mode: InputMode) => void;
}

/** Sets the HLR or WhatsApp status of listed numbers. */
export function HlrScreen({ mode, onMode }: HlrScreenProps) {
  const { draft, edit, check, errorAt, list, value } = useBatchDraft(EMPTY_HLR, mode, hlrProblem);
  const update = useHlrUpdate();

  function submit() {
    if (check()) update.mutate({ draft, mode }, { onSuccess: () => edit({ text: '', file: null }) });
  }

  return (
    <BatchLayout help={<FormatHelp points={POINTS} sample={SAMPLE} />} kinds={KINDS} busy={update.isPending}>
      <BatchForm
        label="Update statuses"
        mode={mode}
        onMode={onMode}
        manual={
          <EntryField
            ref={list}
            label="Phone Numbers"
            noun={NOUN}
            placeholder={'+12015550123\n+44 7400 123456\n0151 23456789'}
            text={draft.text}
            onText={(text) => edit({ text })}
            error={errorAt('list')}
          />
        }
        csv={<FileField file={draft.file} onFile={(file) => edit({ file })} error={errorAt('list')} />}
        submit="Update Status"
        pending={update.isPending}
        pendingText="Updating..."
        share={mode === 'csv' ? update.share : null}
        onSubmit={submit}
      >
        <RadioGroup
          label="Type"
          value={draft.hlrType}
          onChange={(hlrType) => edit({ hlrType })}
          options={TYPES}
        />
        <StatusField
          ref={value}
          value={draft.statusValue}
          onChange={(statusValue) => edit({ statusValue })}
          error={errorAt('value')}
        />
      </BatchForm>
      {update.error && <FailureNotice title="Couldn't update the statuses" error={update.error} />}
      {update.data && <Result reply={update.data} />}
    </BatchLayout>
  );
}

function Result({ reply }: { reply: HlrReply }) {
  return (
    <ResultCard
      title={`${formatCount(reply.updatedCount, 'lead')} updated`}
      changed={reply.updatedCount > 0}
      figures={[
        { label: 'Updated', value: reply.updatedCount, tone: 'text-positive' },
        { label: 'Not found', value: reply.notFound, tone: 'text-caution' },
        { label: 'Invalid', value: reply.invalid, tone: 'text-negative' },
        { label: 'Ambiguous', value: reply.ambiguous, tone: 'text-caution' },
      ]}
      kinds={KINDS}
      operationId={reply.operationId}
    />
  );
}

interface HlrValues {
  draft: HlrDraft;
  mode: InputMode;
}

function send({ draft, mode }: HlrValues, onProgress: (share: number) => void): Promise<HlrReply> {
  const { phoneNumbers, hlrType, statusValue } = hlrBody(draft);
  if (mode === 'manual') return callApi(updateHlr, { body: { phoneNumbers, hlrType, statusValue } });
  const form = new FormData();
  form.append('hlrType', hlrType);
  form.append('statusValue', statusValue);
  if (draft.file) form.append('file', draft.file);
  return sendForm(updateHlrCsv, form, { onProgress });
}

/** Sets the statuses of a valid draft. */
function useHlrUpdate() {
  return useBatchUpdate<HlrValues, HlrReply>({
    send,
    done: ({ updatedCount }) =>
      updatedCount === 0
        ? nothingChanged('No HLR Status Updated')
        : { title: 'HLR Status Updated', description: `${formatCount(updatedCount, 'lead')} updated` },
    failed: (_, { mode }) =>
      mode === 'manual'
        ? { title: 'Error', description: 'Failed to update HLR status' }
        : { title: 'Upload Failed', description: 'Failed to process CSV file' },
  });
}

interface StatusFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** Edits a free-text status with clickable examples. */
function StatusField({ value, onChange, error, ref }: StatusFieldProps) {
  return (
    <div className="flex flex-col gap-2.5">
      <Field label="Status Value" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={ref}
            autoComplete="off"
            maxLength={100}
            placeholder="Type a status or choose one below"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Example statuses</legend>
        {EXAMPLE_STATUSES.map((status) => {
          const chosen = value.trim().toLowerCase() === status.toLowerCase();
          return (
            <button
              key={status}
              type="button"
              aria-pressed={chosen}
              onClick={() => onChange(status)}
              className={cx(
                'h-7 rounded-full border px-3 text-13 font-medium transition-colors max-md:h-11 max-md:px-4',
                chosen
                  ? 'border-accent bg-accent-tint text-accent'
                  : 'border-line bg-raised text-muted hover:bg-hover hover:text-text',
              )}
            >
              {status}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
