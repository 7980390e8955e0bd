import { useQuery } from '@tanstack/react-query';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { type LeadFilter, leadFilter } from '#contract/lead-filter.ts';
import { ownersQuery } from '../../../lib/lead-owners.ts';
import { findStatus, leadStatusesQuery, statusLabel } from '../../../lib/lead-statuses.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Field } from '../../../ui/field.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import { CHOICES, parseCustomFilter, parseTagFilter, withCustom } from './filter-chips.ts';
import { ChoiceFilter, DateFilter, ValueFilter } from './filter-controls.tsx';
import { useValueName } from './value-names.ts';

interface CustomFilterProps {
  field: CustomFieldEntity;
  value: string | undefined;
  /** '' removes the filter. */
  onChange: (value: string) => void;
}

const YES_NO = { true: 'Yes', false: 'No' };

function acceptNumber(text: string): string | null {
  return text.trim() === '' || Number.isFinite(Number(text)) ? text.trim() : null;
}

function CustomFilter({ field, value, onChange }: CustomFilterProps) {
  if (field.type === 'boolean') {
    const chosen = value === 'true' || value === 'false' ? value : undefined;
    return (
      <ChoiceFilter
        label={field.name}
        value={chosen}
        choices={YES_NO}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (field.type === 'date') {
    return <DateFilter label={field.name} value={value} onChange={(next) => onChange(next ?? '')} />;
  }
  return <TextFilter field={field} value={value} onChange={onChange} />;
}

function TextFilter({ field, value, onChange }: CustomFilterProps) {
  const options = field.type === 'number' ? { accept: acceptNumber } : {};
  const { draft, setDraft, refused } = useDraft(value ?? '', onChange, options);
  return (
    <Field label={field.name} error={refused ? 'Enter a number' : undefined}>
      <TextInput
        {...(field.type === 'number' && { inputMode: 'decimal' as const })}
        placeholder="Any"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </Field>
  );
}

export interface FilterPanelProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
}

/** All filters, each taking effect immediately. */
export function FilterPanel({ filter, onFilter }: FilterPanelProps) {
  const { data: values } = useQuery(filterValuesQuery);
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  const { data: owners = [] } = useQuery(ownersQuery);
  const nameOf = useValueName();
  const offered = [...new Set([...statuses.map(({ name }) => name), ...(values?.statuses ?? [])])];
  const custom = parseCustomFilter(filter.custom);
  const { status } = filter;
  return (
    <section
      aria-label="Advanced Filters"
      className="mb-3 grid animate-appear grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-4 gap-y-3.5 rounded-card border border-line bg-surface p-4"
    >
      {FILTERED_FIELDS.map(({ key, label, filter: list }) => (
        <ValueFilter
          key={key}
          label={label}
          value={key === 'status' ? status && (findStatus(statuses, status)?.name ?? status) : filter[key]}
          values={key === 'status' ? offered : values?.[list]}
          {...(key === 'status' && { labelOf: statusLabel })}
          onChange={(value) => onFilter({ [key]: value })}
        />
      ))}
      <ChoiceFilter
        label="Owner"
        value={filter.owner}
        choices={{
          me: 'Me',
          none: 'Nobody',
          ...Object.fromEntries(owners.map(({ id, username }) => [id, username])),
          ...(filter.owner?.includes(',') && { [filter.owner]: nameOf('owner', filter.owner) }),
        }}
        onChange={(owner) => onFilter({ owner })}
      />
      <ChoiceFilter
        label="Next Step"
        value={filter.due}
        choices={CHOICES.due}
        onChange={(due) => onFilter({ due })}
      />
      <ChoiceFilter
        label="HLR Status"
        value={filter.hlrStatus}
        choices={CHOICES.hlrStatus}
        onChange={(hlrStatus) => onFilter({ hlrStatus })}
      />
      <ChoiceFilter
        label="WhatsApp HLR"
        value={filter.whatsappHlr}
        choices={CHOICES.whatsappHlr}
        onChange={(whatsappHlr) => onFilter({ whatsappHlr })}
      />
      <ChoiceFilter
        label="Sold"
        value={filter.isSold}
        choices={CHOICES.isSold}
        onChange={(isSold) => onFilter({ isSold })}
      />
      <ChoiceFilter
        label="Phone"
        value={filter.phoneValid}
        choices={CHOICES.phoneValid}
        onChange={(phoneValid) => onFilter({ phoneValid })}
      />
      <ChoiceFilter
        label="Email"
        value={filter.hasEmail}
        choices={CHOICES.hasEmail}
        onChange={(hasEmail) => onFilter({ hasEmail })}
      />
      <DateFilter
        label="Deposit Date From"
        value={filter.depositDateFrom}
        max={filter.depositDateTo}
        onChange={(depositDateFrom) => onFilter({ depositDateFrom })}
      />
      <DateFilter
        label="Deposit Date To"
        value={filter.depositDateTo}
        min={filter.depositDateFrom}
        onChange={(depositDateTo) => onFilter({ depositDateTo })}
      />
      <AmountFilter value={filter.depositAmount} onChange={(depositAmount) => onFilter({ depositAmount })} />
      <Field label="Tags" className="col-span-full sm:col-span-2">
        <TagInput
          value={parseTagFilter(filter.tags)}
          suggestions={values?.tags ?? []}
          placeholder="Any of these tags"
          onChange={(tags) => onFilter({ tags: tags.join(',') || undefined })}
        />
      </Field>
      {customFields.map((field) => (
        <CustomFilter
          key={field.id}
          field={field}
          value={custom[field.name]}
          onChange={(value) => onFilter({ custom: withCustom(filter.custom, field.name, value) })}
        />
      ))}
    </section>
  );
}

interface AmountFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function accept(text: string): string | null {
  const plain = text.replaceAll(/\s/g, '');
  return leadFilter.shape.depositAmount.safeParse(plain).success ? plain : null;
}

/** Filters by a minimum or a range of amounts. */
function AmountFilter({ value, onChange }: AmountFilterProps) {
  const { draft, setDraft, refused } = useDraft(value ?? '', (text) => onChange(text || undefined), {
    accept,
  });
  return (
    <Field label="Deposit Amount" error={refused ? 'Enter 100 or 100-500' : undefined}>
      <TextInput
        inputMode="decimal"
        placeholder="100 or 100-500"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </Field>
  );
}
