import type { Ref } from 'react';
import type { IdentifierType, SoldReply } from '#contract/sales.ts';
import { formatCount } from '../../../lib/format.ts';
import { PriceFields } from '../../../lib/price-fields.tsx';
import { useSalePrice } from '../../../lib/sale-price.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { BatchLayout } from '../batch-layout.tsx';
import { BatchForm } from '../entry/batch-form.tsx';
import { EntryField } from '../entry/entry-field.tsx';
import { FileField } from '../entry/file-field.tsx';
import { FormatHelp, type SampleFile } from '../entry/format-help.tsx';
import type { InputMode } from '../entry/input-mode.ts';
import { useBatchDraft } from '../entry/use-batch-draft.ts';
import { FailureNotice, ResultCard } from '../result-card.tsx';
import { EMPTY_SOLD, IDENTIFIERS, soldProblem } from './sold-draft.ts';
import { useMarkSold } from './use-mark-sold.ts';

const KINDS = ['markSoldList', 'markSold', 'returnSale'] as const;

const POINTS: Record<IdentifierType, readonly string[]> = {
  phone: [
    'A column of phone numbers. We find it by its name (phone, mobile, tel) or its values.',
    'A file with one column needs no header.',
    'Any number format works: international, or local if the lead or a column named country gives the country.',
    'Leads already sold to another customer are skipped and reported.',
  ],
  email: [
    'A column of emails. We find it by its name or its values.',
    'A file with one column needs no header.',
    "Upper and lower case don't matter.",
    'Leads already sold to another customer are skipped and reported.',
  ],
};
const SAMPLES: Record<IdentifierType, SampleFile> = {
  phone: { name: 'mark-sold-sample.csv', rows: [['phone'], ['+12015550123'], ['+447400123456']] },
  email: { name: 'mark-sold-sample.csv', rows: [['email'], ['ann@example.com'], ['ben@example.com']] },
};
const PLACEHOLDERS: Record<IdentifierType, string> = {
  phone: '+12015550123\n+44 7400 123456\n0151 23456789',
  email: 'ann@example.com\nben@example.com',
};

interface SoldScreenProps {
  mode: InputMode;
  onMode: (mode: InputMode) => void;
}

/** Sells leads listed by phone or email. */
export function SoldScreen({ mode, onMode }: SoldScreenProps) {
  const { draft, edit, check, errorAt, list, value } = useBatchDraft(EMPTY_SOLD, mode, soldProblem);
  const sell = useMarkSold();
  const { identifierType } = draft;
  const price = useSalePrice(draft.customerNumber);
  const [asked, ask] = useAsked();

  function submit(form: Element) {
    if (!check()) return;
    if (price.terms === null) return ask(form);
    sell.mutate({ draft, terms: price.terms, mode }, { onSuccess: () => edit({ text: '', file: null }) });
  }

  return (
    <BatchLayout
      help={<FormatHelp points={POINTS[identifierType]} sample={SAMPLES[identifierType]} />}
      kinds={KINDS}
      busy={sell.isPending}
    >
      <BatchForm
        label="Mark leads as sold"
        mode={mode}
        onMode={onMode}
        manual={
          <EntryField
            ref={list}
            label={identifierType === 'phone' ? 'Phone Numbers' : 'Emails'}
            noun={IDENTIFIERS[identifierType]}
            placeholder={PLACEHOLDERS[identifierType]}
            text={draft.text}
            onText={(text) => edit({ text })}
            error={errorAt('list')}
          />
        }
        csv={<FileField file={draft.file} onFile={(file) => edit({ file })} error={errorAt('list')} />}
        submit="Mark as Sold"
        pending={sell.isPending}
        pendingText="Marking as sold..."
        share={mode === 'csv' ? sell.share : null}
        onSubmit={submit}
      >
        <TypeChoice value={identifierType} onChange={(type) => edit({ identifierType: type })} />
        <CustomerField
          ref={value}
          value={draft.customerNumber}
          onChange={(customerNumber) => edit({ customerNumber })}
          error={errorAt('value')}
        />
        <PriceFields
          label="Price per lead"
          help="The last price is offered next time."
          draft={price.draft}
          onEdit={price.edit}
          problem={price.problem}
          asked={asked}
        />
      </BatchForm>
      {sell.error && (
        <FailureNotice
          title="Failed to mark leads as sold. Please try again or contact support."
          error={sell.error}
        />
      )}
      {sell.data && <Result reply={sell.data} customer={sell.variables?.draft.customerNumber.trim() ?? ''} />}
    </BatchLayout>
  );
}

interface TypeChoiceProps {
  value: IdentifierType;
  onChange: (value: IdentifierType) => void;
}

function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-13 font-medium">Identifier Type</p>
      <Segmented
        label="Identifier Type"
        value={value}
        onChange={onChange}
        options={[
          { value: 'phone', label: 'Phone' },
          { value: 'email', label: 'Email' },
        ]}
      />
    </div>
  );
}

interface CustomerFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

function CustomerField({ value, onChange, error, ref }: CustomerFieldProps) {
  return (
    <Field label="Customer Number" help="Who you sold the leads to." error={error}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          autoComplete="off"
          maxLength={200}
          placeholder="e.g. C-1042"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Result({ reply, customer }: { reply: SoldReply; customer: string }) {
  return (
    <ResultCard
      title={`${formatCount(reply.updatedCount, 'lead')} marked as sold to ${customer}`}
      changed={reply.updatedCount > 0}
      figures={[
        { label: 'Sold', value: reply.updatedCount, tone: 'text-positive' },
        { label: 'Already sold', value: reply.alreadySold, tone: 'text-caution' },
        { label: 'Unchanged', value: reply.unchanged },
        { label: 'Not found', value: reply.notFound, tone: 'text-caution' },
        { label: 'Invalid', value: reply.invalid, tone: 'text-negative' },
        { label: 'Ambiguous', value: reply.ambiguous, tone: 'text-caution' },
      ]}
      kinds={KINDS}
      operationId={reply.operationId}
    />
  );
}
