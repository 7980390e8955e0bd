import { type ReactNode, useState } from 'react';
import type { BuyerAnswer } from '#contract/order-deliveries.ts';
import { WEBHOOK_FORMATS, WEBHOOK_METHODS } from '#contract/order-delivery.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { OrderProblems } from '../order-draft.ts';
import { type AnswerValue, valuesOfAnswer } from './answer-values.ts';
import { type DeliveryDraft, deliveryOf, newCondition, newRule } from './delivery-draft.ts';
import { FieldRows } from './field-rows.tsx';
import { HeaderRows } from './header-rows.tsx';
import { RequestPreview } from './request-preview.tsx';
import { RuleRows } from './rule-rows.tsx';

const FORMAT_LABELS: Record<(typeof WEBHOOK_FORMATS)[number], string> = {
  json: 'JSON',
  form: 'Form',
  xml: 'XML',
  query: 'Query in the address',
};

interface WebhookInputsProps {
  draft: DeliveryDraft;
  orderId: string | undefined;
  where: readonly unknown[];
  problems: OrderProblems;
  onEdit: (change: Partial<DeliveryDraft>) => void;
}

/** Address, mapping, test and rules of a webhook. */
export function WebhookInputs({ draft, orderId, where, problems, onEdit }: WebhookInputsProps) {
  const [recorded, setRecorded] = useState<BuyerAnswer | null>(null);
  const answer = recorded === null ? [] : valuesOfAnswer(recorded.body);
  return (
    <>
      <Field label="Address" error={problems['delivery.url']}>
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          placeholder="https://"
          value={draft.url}
          onChange={({ target }) => onEdit({ url: target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
        <Field label="Method">
          <Select
            value={draft.method}
            options={WEBHOOK_METHODS.map((value) => ({ value, label: value }))}
            onChange={(method) => onEdit({ method })}
          />
        </Field>
        <Field label="Format" error={problems['delivery.format']}>
          <Select
            value={draft.format}
            options={WEBHOOK_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
            onChange={(format) => onEdit({ format })}
          />
        </Field>
        <Field label="Limit a Minute" optional error={problems['delivery.rate']}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            placeholder="No limit"
            value={draft.rate}
            onChange={({ target }) => onEdit({ rate: target.value })}
          />
        </Field>
      </div>
      <Group title="Headers" text="For example the buyer's key. Saved values are never shown again.">
        <HeaderRows
          headers={draft.headers}
          problems={problems}
          onHeaders={(headers) => onEdit({ headers })}
        />
      </Group>
      <Group title="Fields" text="The buyer's field on the left gets the value on the right. Dots nest.">
        <FieldRows fields={draft.fields} problems={problems} onFields={(fields) => onEdit({ fields })} />
      </Group>
      <Group title="Test" text="Sells nothing: the request is marked as a test.">
        <RequestPreview
          delivery={deliveryOf(draft)}
          orderId={orderId}
          where={where}
          recorded={recorded}
          onRecorded={setRecorded}
        />
      </Group>
      <Group title="Answer" text="The first rule that applies decides. Make rules from the answer to a test.">
        {recorded !== null && (
          <AnswerRules
            recorded={recorded}
            answer={answer}
            onRule={(rule) => onEdit({ rules: [...draft.rules, rule] })}
          />
        )}
        <RuleRows
          rules={draft.rules}
          problems={problems}
          answer={answer}
          onRules={(rules) => onEdit({ rules })}
        />
      </Group>
    </>
  );
}

interface AnswerRulesProps {
  recorded: BuyerAnswer;
  answer: readonly AnswerValue[];
  onRule: (rule: DeliveryDraft['rules'][number]) => void;
}

/** Makes a rule from a value of the recorded answer. */
function AnswerRules({ recorded, answer, onRule }: AnswerRulesProps) {
  const status = newCondition({ part: 'status', value: String(recorded.status) });
  if (answer.length === 0) {
    return (
      <Button
        size="small"
        className="self-start"
        onClick={() =>
          onRule(
            newRule('accepted', [
              status,
              newCondition({ part: 'text', compare: 'contains', value: firstWord(recorded.body) }),
            ]),
          )
        }
      >
        Accepted If Like This Answer
      </Button>
    );
  }
  return (
    <div>
      <p className="text-13 text-muted">Accepted if the answer has:</p>
      <ul aria-label="Values of the answer" className="mt-1.5 flex flex-wrap gap-1.5">
        {answer.map((value) => (
          <li key={value.path} className="min-w-0">
            <Button
              size="small"
              className="max-w-full font-mono"
              onClick={() => onRule(newRule('accepted', [status, newCondition(value)]))}
            >
              <span className="truncate">{`${value.path} = ${value.value.slice(0, 40)}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function firstWord(text: string): string {
  return /[\p{L}\p{N}_]+/u.exec(text)?.[0] ?? '';
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{title}</legend>
      <div>
        <p className="text-13 font-semibold">{title}</p>
        <p className="text-13 text-muted">{text}</p>
      </div>
      {children}
    </fieldset>
  );
}
