import { type HlrReply, updateHlr, updateHlrCsv } from '#contract/phone-checks.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { sendForm } from '../../lib/send-form.ts';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { BatchScreen, type InputTab } from './batch-screen.tsx';
import { EMPTY_HLR, ENTRY_NOUNS, formOf, hlrBody, hlrProblem, useListDraft } from './list-draft.ts';
import { FormatHelp, type SampleFile } from './list-inputs.tsx';
import { changedMessage, type ListOutcome } from './result-card.tsx';

const TYPES = [
  { value: 'phone', label: 'Phone (HLR)', help: 'HLR status of the number' },
  { value: 'whatsapp', label: 'WhatsApp', help: 'WhatsApp status of the number' },
] as const;

/** Suggestions; any text is accepted. */
const EXAMPLE_STATUSES = ['Active', 'Inactive', 'Invalid', 'Pending', 'Unknown'] as const;

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

export function HlrScreen({ mode, onMode }: InputTab) {
  const form = useListDraft(EMPTY_HLR, mode, hlrProblem);
  const { draft, edit, errorAt } = form;
  return (
    <BatchScreen
      label="Update statuses"
      kinds={['updateHlr', 'updateWhatsapp']}
      help={<FormatHelp points={POINTS} sample={SAMPLE} />}
      form={form}
      entry={{
        noun: ENTRY_NOUNS.phone,
        placeholder: '+12015550123\n+44 7400 123456\n0151 23456789',
        onMode,
      }}
      submit="Update Status"
      pendingText="Updating..."
      send={async (sent, onProgress) => {
        const { phoneNumbers, ...fields } = hlrBody(sent.draft);
        const reply =
          sent.mode === 'manual'
            ? await callApi(updateHlr, { body: { phoneNumbers, ...fields } })
            : await sendForm(updateHlrCsv, formOf(sent.draft, fields), { onProgress });
        return outcomeOf(reply, fields.hlrType === 'whatsapp' ? 'WhatsApp' : 'HLR');
      }}
      failed={(_, sent) =>
        sent.mode === 'manual'
          ? { title: 'Error', description: 'Failed to update HLR status' }
          : { title: 'Upload Failed', description: 'Failed to process CSV file' }
      }
      failure="Couldn't update the statuses"
    >
      <RadioGroup
        label="Type"
        value={draft.hlrType}
        onChange={(hlrType) => edit({ hlrType })}
        options={TYPES}
      />
      <div className="flex flex-col gap-2.5">
        <Field label="Status Value" error={errorAt('value')}>
          <TextInput
            ref={form.value}
            autoComplete="off"
            maxLength={100}
            placeholder="Type a status or choose one below"
            value={draft.statusValue}
            onChange={(event) => edit({ statusValue: event.target.value })}
          />
        </Field>
        <ExampleStatuses value={draft.statusValue} onChoose={(statusValue) => edit({ statusValue })} />
      </div>
    </BatchScreen>
  );
}

function outcomeOf(
  { updatedCount, notFound, invalid, ambiguous, operationId }: HlrReply,
  kind: 'HLR' | 'WhatsApp',
): ListOutcome {
  const title = `${formatCount(updatedCount, 'lead')} updated`;
  return {
    operationId,
    message: changedMessage(updatedCount, `${kind} Status Updated`, title, `No ${kind} Status Updated`),
    title,
    changed: updatedCount,
    figures: [
      { label: 'Updated', value: updatedCount, tone: 'text-positive' },
      { label: 'Not found', value: notFound, tone: 'text-caution' },
      { label: 'Invalid', value: invalid, tone: 'text-negative' },
      { label: 'Ambiguous', value: ambiguous, tone: 'text-caution' },
    ],
  };
}

function ExampleStatuses({ value, onChoose }: { value: string; onChoose: (status: string) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Example statuses</legend>
      {EXAMPLE_STATUSES.map((status) => {
        const chosen = value.trim().toLowerCase() === status.toLowerCase();
        return (
          <button
            key={status}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChoose(status)}
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
  );
}
