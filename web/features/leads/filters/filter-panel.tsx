import { useQuery } from '@tanstack/react-query';
import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { leadStatusesQuery } from '../../../lib/lead-statuses.ts';
import { Field } from '../../../ui/field.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import { AmountFilter } from './amount-filter.tsx';
import { CustomFilter } from './custom-filter.tsx';
import { CHOICES, parseCustomFilter, parseTagFilter, withCustom } from './filter-chips.ts';
import { ChoiceFilter, DateFilter, ValueFilter } from './filter-controls.tsx';

export interface FilterPanelProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
}

/** All filters, each taking effect immediately. */
export function FilterPanel({ filter, onFilter }: FilterPanelProps) {
  const { data: values } = useQuery(filterValuesQuery);
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  const offered = [...new Set([...statuses.map(({ name }) => name), ...(values?.statuses ?? [])])];
  const custom = parseCustomFilter(filter.custom);
  return (
    <section
      aria-label="Advanced Filters"
      className="mb-3 grid animate-appear grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-4 gap-y-3.5 rounded-card border border-line bg-surface p-4"
    >
      {FILTERED_FIELDS.map(({ key, label, filter: list }) => (
        <ValueFilter
          key={key}
          label={label}
          value={filter[key]}
          values={key === 'status' ? offered : values?.[list]}
          onChange={(value) => onFilter({ [key]: value })}
        />
      ))}
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
        {(control) => (
          <TagInput
            {...control}
            value={parseTagFilter(filter.tags)}
            suggestions={values?.tags ?? []}
            placeholder="Any of these tags"
            onChange={(tags) => onFilter({ tags: tags.join(',') || undefined })}
          />
        )}
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
