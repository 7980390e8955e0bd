import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type IdentifierType,
  markSold,
  markSoldCsv,
  previewMarkSold,
  previewMarkSoldCsv,
  type SoldReply,
} from '#contract/sales.ts';
import { callApi } from '../../lib/call-api.ts';
import { CustomerField, SaleTotal } from '../../lib/customer-field.tsx';
import { customerLabel, formatAmount, formatCount } from '../../lib/format.ts';
import { consentRulesQuery, noConsentText } from '../../lib/no-consent.tsx';
import { PriceFields } from '../../lib/price-fields.tsx';
import { useSalePrice } from '../../lib/sale-price.ts';
import { sendForm } from '../../lib/send-form.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BatchScreen, type InputTab } from './batch-screen.tsx';
import {
  EMPTY_SOLD,
  ENTRY_NOUNS,
  formOf,
  type InputMode,
  type SoldDraft,
  soldBody,
  soldProblem,
  useListDraft,
} from './list-draft.ts';
import { FormatHelp, type SampleFile } from './list-inputs.tsx';
import { changedMessage, type ListOutcome } from './result-card.tsx';

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

export function SoldScreen({ mode, onMode }: InputTab) {
  const form = useListDraft(EMPTY_SOLD, mode, soldProblem);
  const { draft, edit, errorAt } = form;
  const { identifierType } = draft;
  const price = useSalePrice(draft.customerNumber);
  const [asked, ask] = useAsked();
  const question = useConsentQuestion();
  return (
    <BatchScreen
      label="Mark leads as sold"
      kinds={['markSoldList', 'markSold', 'returnSale']}
      help={<FormatHelp points={POINTS[identifierType]} sample={SAMPLES[identifierType]} />}
      form={form}
      entry={{ noun: ENTRY_NOUNS[identifierType], placeholder: PLACEHOLDERS[identifierType], onMode }}
      submit="Mark as Sold"
      pendingText="Marking as sold..."
      ready={price.terms !== null}
      onInvalid={ask}
      confirm={question.ask}
      send={async (sent, onProgress) => {
        const body = soldBody(sent.draft, price.terms ?? {});
        const { identifiers: _, ...fields } = body;
        const reply =
          sent.mode === 'manual'
            ? await callApi(markSold, { body })
            : await sendForm(markSoldCsv, formOf(sent.draft, fields), { onProgress });
        const { price: each, currency = null } = price.terms ?? {};
        const paid =
          each === undefined ? '' : ` for ${formatAmount(reply.updatedCount * Number(each), currency)}`;
        return outcomeOf(
          reply,
          customerLabel({ number: body.customerNumber, name: price.customerName }) + paid,
        );
      }}
      failed={(_, sent) =>
        sent.mode === 'manual'
          ? { title: 'Error', description: 'Failed to mark leads as sold' }
          : { title: 'Upload Failed', description: 'Failed to process CSV file' }
      }
      failure="Failed to mark leads as sold. Please try again or contact support."
    >
      <div className="flex flex-col gap-1.5">
        <p className="text-13 font-medium">Identifier Type</p>
        <Segmented
          label="Identifier Type"
          value={identifierType}
          onChange={(type) => edit({ identifierType: type })}
          options={[
            { value: 'phone', label: 'Phone' },
            { value: 'email', label: 'Email' },
          ]}
        />
      </div>
      <CustomerField
        ref={form.value}
        help={price.customerName ?? 'Who you sold the leads to.'}
        error={errorAt('value')}
        placeholder="e.g. C-1042"
        value={draft.customerNumber}
        onChange={(customerNumber) => edit({ customerNumber })}
      />
      <PriceFields
        label="Price per lead"
        help="We'll suggest this price for the next sale."
        draft={price.draft}
        onEdit={price.edit}
        problem={price.problem}
        asked={asked}
      />
      {question.dialog}
      <SaleTotal price={price} count={mode === 'manual' ? soldBody(draft, {}).identifiers.length : null} />
    </BatchScreen>
  );
}

function outcomeOf(reply: SoldReply, customer: string): ListOutcome {
  const { updatedCount, operationId } = reply;
  const leads = formatCount(updatedCount, 'lead');
  return {
    operationId,
    message: changedMessage(
      updatedCount,
      'Leads Marked as Sold',
      `${leads} sold to ${customer}`,
      'No Leads Sold',
    ),
    title: `${leads} marked as sold to ${customer}`,
    changed: updatedCount,
    figures: [
      { label: 'Sold', value: updatedCount, tone: 'text-positive' },
      { label: 'Already sold', value: reply.alreadySold, tone: 'text-caution' },
      ...(reply.suppressed > 0
        ? [{ label: 'On a suppression list', value: reply.suppressed, tone: 'text-caution' } as const]
        : []),
      ...(reply.noConsent === undefined
        ? []
        : [{ label: 'No consent', value: reply.noConsent, tone: 'text-caution' as const }]),
      { label: 'Unchanged', value: reply.unchanged },
      { label: 'Not found', value: reply.notFound, tone: 'text-caution' },
      { label: 'Invalid', value: reply.invalid, tone: 'text-negative' },
      { label: 'Ambiguous', value: reply.ambiguous, tone: 'text-caution' },
    ],
  };
}

interface Question {
  noConsent: number;
  answer: (goOn: boolean) => void;
}

/** Asks before leads are sold if some of the list lack a required consent. */
function useConsentQuestion() {
  const { data: rules } = useQuery(consentRulesQuery);
  const [question, setQuestion] = useState<Question | null>(null);

  async function ask({ draft, mode }: { draft: SoldDraft; mode: InputMode }): Promise<boolean> {
    if (rules === undefined || rules.required.length === 0) return true;
    // The sale itself reports a list that can't be read.
    const noConsent = await countWithout(draft, mode).catch(() => 0);
    if (noConsent === 0) return true;
    return new Promise((resolve) => {
      const answer = (goOn: boolean) => {
        setQuestion(null);
        resolve(goOn);
      };
      setQuestion({ noConsent, answer });
    });
  }

  const dialog = question && (
    <ActionDialog
      onClose={() => question.answer(false)}
      title="Sell the Other Leads?"
      description={noConsentText(question.noConsent, 'of your list will stay unsold', rules?.required ?? [])}
      action="Sell the Others"
      onAction={() => question.answer(true)}
    />
  );
  return { ask, dialog };
}

async function countWithout(draft: SoldDraft, mode: InputMode): Promise<number> {
  const { identifiers, identifierType } = soldBody(draft);
  const reply =
    mode === 'manual'
      ? await callApi(previewMarkSold, { body: { identifiers, identifierType } })
      : await sendForm(previewMarkSoldCsv, formOf(draft, { identifierType }), {});
  return reply.noConsent;
}
