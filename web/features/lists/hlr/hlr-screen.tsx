import type { HlrReply } from '#contract/phone-checks.ts';
import { formatCount } from '../../../lib/format.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { EntryField } from '../entry/entry-field.tsx';
import { FileField } from '../entry/file-field.tsx';
import { FormatHelp, type Sample } from '../entry/format-help.tsx';
import { ListForm } from '../entry/list-form.tsx';
import { useListDraft } from '../entry/use-list-draft.ts';
import type { Way } from '../entry/way.ts';
import { ListLayout } from '../list-layout.tsx';
import { FailureNotice, ResultCard } from '../result-card.tsx';
import { EMPTY_HLR, hlrProblem } from './hlr-draft.ts';
import { StatusField } from './status-field.tsx';
import { useHlrUpdate } from './use-hlr-update.ts';

const KINDS = ['updateHlr'] as const;
const NOUN = ['phone number', 'phone numbers'] as const;

const TYPES = [
  { value: 'phone', label: 'Phone (HLR)', help: 'The HLR status of the number' },
  { value: 'whatsapp', label: 'WhatsApp', help: 'Its status on WhatsApp' },
] as const;

const POINTS = [
  'A column of phone numbers, found by its name, such as phone, mobile or tel, or by what it holds.',
  'A file with a single column needs no header.',
  'Numbers in any spelling find their lead: international, or national where their country is known from the lead or from a column named country.',
  'A column named status, result or hlr gives rows a status of their own; a row without one gets the status value of the form.',
];
const SAMPLE: Sample = {
  name: 'hlr-status-sample.csv',
  rows: [
    ['phone', 'status'],
    ['+12015550123', 'Active'],
    ['+447400123456', 'Inactive'],
    ['+4915123456789', ''],
  ],
};

interface HlrScreenProps {
  way: Way;
  onWay: (way: Way) => void;
}

/** Sets the HLR or WhatsApp status of the leads with the given numbers. */
export function HlrScreen({ way, onWay }: HlrScreenProps) {
  const { draft, edit, check, errorAt, list, value } = useListDraft(EMPTY_HLR, way, hlrProblem);
  const update = useHlrUpdate();

  function submit() {
    if (check()) update.mutate({ draft, way }, { onSuccess: () => edit({ text: '', file: null }) });
  }

  return (
    <ListLayout help={<FormatHelp points={POINTS} sample={SAMPLE} />} kinds={KINDS} busy={update.isPending}>
      <ListForm
        label="Update statuses"
        way={way}
        onWay={onWay}
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
        share={way === 'csv' ? update.share : null}
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
      </ListForm>
      {update.error && <FailureNotice title="The statuses were not updated" error={update.error} />}
      {update.data && <Result reply={update.data} />}
    </ListLayout>
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
