import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus, Trash2 } from 'lucide-react';
import { listCustomFields } from '#contract/custom-fields.ts';
import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { SALE_VALUES, type VALUE_FORMATS } from '#contract/order-delivery.ts';
import { queryOf } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Option } from '../../../ui/option.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { OrderProblems } from '../order-draft.ts';
import { DATE_PREFIX, FIXED_TEXT, type FieldDraft, newField } from './delivery-draft.ts';

const SALE_LABELS: Record<(typeof SALE_VALUES)[number], string> = {
  leadId: 'Lead ID',
  deliveryId: 'Delivery ID',
  soldAt: 'Sold At',
  price: 'Price',
  currency: 'Currency of the Price',
};

const FORMATS: Record<(typeof VALUE_FORMATS)[number], string> = {
  digits: 'Digits only',
  national: 'Local phone number',
  e164: 'Phone with +49',
  iso2: 'Country as DE',
  iso3: 'Country as DEU',
  upper: 'UPPER CASE',
  lower: 'lower case',
  md5: 'MD5 hash',
  sha256: 'SHA-256 hash',
};

const AS_IS = 'as-is';
const FORMAT_OPTIONS: readonly Option[] = [
  { value: AS_IS, label: 'As stored' },
  ...Object.entries(FORMATS).map(([value, label]) => ({ value, label })),
  { value: DATE_PREFIX, label: 'Date as…' },
];

function useSources(): readonly Option[] {
  const { data = [] } = useQuery(queryOf(listCustomFields, {}));
  const groups = ['Contact', 'Location', 'Status', 'Deposit', 'Source', 'System'];
  const lead = LEAD_FIELDS.filter(({ key }) => key !== 'id')
    .map(({ key, label, group }) => ({ value: key as string, label, group: group as string }))
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
  return [
    { value: FIXED_TEXT, label: 'Fixed text', group: 'Text' },
    ...lead,
    ...data.map(({ name, label }) => ({
      value: customTarget(name),
      label: label ?? name,
      group: 'Custom Fields',
    })),
    // A lead's currency is that of its deposit.
    ...SALE_VALUES.filter((value) => value !== 'currency').map((value) => ({
      ...{ value: value as string, label: SALE_LABELS[value], group: 'Sale' },
    })),
  ];
}

interface FieldRowsProps {
  fields: readonly FieldDraft[];
  problems: OrderProblems;
  onFields: (fields: readonly FieldDraft[]) => void;
}

/** Which of the buyer's fields get which values. */
export function FieldRows({ fields, problems, onFields }: FieldRowsProps) {
  const sources = useSources();
  const edit = (at: number, change: Partial<FieldDraft>) =>
    onFields(fields.map((field, index) => (index === at ? { ...field, ...change } : field)));
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Mapped fields" className="flex flex-col gap-3 sm:gap-2">
        {fields.map((field, at) => (
          <FieldRow
            key={field.key}
            field={field}
            number={at + 1}
            sources={sources}
            problemOf={(part) =>
              problems[`delivery.fields.${at}.${part}`] ??
              (part === 'to' ? problems[`delivery.fields.${at}`] : undefined)
            }
            onEdit={(change) => edit(at, change)}
            onRemove={() => onFields(fields.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      {problems['delivery.fields'] !== undefined && (
        <p role="alert" className="text-13 text-negative">
          {problems['delivery.fields']}
        </p>
      )}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => onFields([...fields, newField()])}
      >
        Add Field
      </Button>
    </div>
  );
}

interface FieldRowProps {
  field: FieldDraft;
  number: number;
  sources: readonly Option[];
  problemOf: (part: 'to' | 'from' | 'text' | 'format') => string | undefined;
  onEdit: (change: Partial<FieldDraft>) => void;
  onRemove: () => void;
}

function FieldRow({ field, number, sources, problemOf, onEdit, onRemove }: FieldRowProps) {
  const isDate = field.format.startsWith(DATE_PREFIX);
  const problem = (['to', 'from', 'text', 'format'] as const).map(problemOf).find((one) => one !== undefined);
  return (
    <li>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1.1fr)_minmax(0,1fr)_auto]">
        <TextInput
          aria-label={`Buyer's field ${number}`}
          {...(problemOf('to') !== undefined && { 'aria-invalid': true })}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          placeholder="e.g. contact.email"
          value={field.to}
          onChange={({ target }) => onEdit({ to: target.value })}
        />
        <ArrowLeft className="size-4 text-muted max-sm:hidden" aria-hidden />
        <IconButton
          icon={Trash2}
          label={`Remove field ${number}`}
          className="sm:order-last"
          onClick={onRemove}
        />
        <Combobox
          aria-label={`Value ${number}`}
          value={field.from}
          options={sources}
          placeholder="Choose a value"
          searchPlaceholder="Search fields"
          onChange={(from) => onEdit({ from })}
        />
        <div className="flex min-w-0 flex-col gap-2 max-sm:col-start-1">
          {field.from === FIXED_TEXT ? (
            <TextInput
              aria-label={`Text ${number}`}
              autoComplete="off"
              maxLength={2000}
              placeholder="Text"
              value={field.text}
              onChange={({ target }) => onEdit({ text: target.value })}
            />
          ) : (
            <Select
              aria-label={`Format ${number}`}
              value={isDate ? DATE_PREFIX : field.format === '' ? AS_IS : field.format}
              options={FORMAT_OPTIONS}
              onChange={(format) =>
                onEdit({
                  format: format === AS_IS ? '' : format === DATE_PREFIX ? 'date:YYYY-MM-DD' : format,
                })
              }
            />
          )}
        </div>
      </div>
      {isDate && field.from !== FIXED_TEXT && (
        <Field label={`Date pattern ${number}`} className="mt-2 sm:ml-auto sm:w-60">
          <TextInput
            autoComplete="off"
            placeholder="DD.MM.YYYY"
            value={field.format.slice(DATE_PREFIX.length)}
            onChange={({ target }) => onEdit({ format: `${DATE_PREFIX}${target.value}` })}
          />
        </Field>
      )}
      {problem !== undefined && <p className="mt-1 text-13 text-negative">{problem}</p>}
    </li>
  );
}
