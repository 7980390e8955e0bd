import { useQuery } from '@tanstack/react-query';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { WherePart } from '#contract/lead-conditions.ts';
import { customTarget, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { type LeadFilter, leadFilter } from '#contract/lead-filter.ts';
import { listOwners } from '#contract/lead-owners.ts';
import { findStatus, leadStatusesQuery } from '../../../lib/lead-statuses.ts';
import { queryOf } from '../../../lib/query.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Field } from '../../../ui/field.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import { conditionWords, inOneText } from './condition-words.ts';
import { CHOICES } from './filter-chips.ts';
import { ChoiceFilter, DateFilter, ValueFilter } from './filter-controls.tsx';
import {
  chosenValues,
  parseCustomFilter,
  parseTagFilter,
  partsSet,
  withCustom,
  withValues,
} from './filter-state.ts';
import { useValueOptions } from './use-value-options.ts';
import { useValueName } from './value-names.ts';

interface CustomFilterProps {
  field: CustomFieldEntity;
  help: string | undefined;
  value: string | undefined;
  /** '' removes the filter. */
  onChange: (value: string) => void;
}

const YES_NO = { true: 'Yes', false: 'No' };

/** Whether a control of the panel shows the condition. */
function isInPanel(part: WherePart): boolean {
  const isChoice = !('any' in part) && (part.operator === 'is' || part.operator === 'anyOf');
  return isChoice && FILTERED_FIELDS.some(({ key }) => key === part.field);
}

function acceptNumber(text: string): string | null {
  return text.trim() === '' || Number.isFinite(Number(text)) ? text.trim() : null;
}

function CustomFilter({ field, value, help, onChange }: CustomFilterProps) {
  if (field.type === 'boolean') {
    const chosen = value === 'true' || value === 'false' ? value : undefined;
    return (
      <ChoiceFilter
        label={field.label}
        value={chosen}
        choices={YES_NO}
        help={help}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (field.type === 'choice') {
    return (
      <ChoiceFilter
        label={field.label}
        value={value}
        choices={Object.fromEntries(
          [...new Set([...(value ? [value] : []), ...field.options])].map((option) => [option, option]),
        )}
        help={help}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (field.type === 'date') {
    return (
      <DateFilter label={field.label} value={value} help={help} onChange={(next) => onChange(next ?? '')} />
    );
  }
  return <TextFilter field={field} value={value} help={help} onChange={onChange} />;
}

function TextFilter({ field, value, help, onChange }: CustomFilterProps) {
  const options = field.type === 'number' ? { accept: acceptNumber } : {};
  const { draft, setDraft, refused } = useDraft(value ?? '', onChange, options);
  return (
    <Field label={field.label} help={help} error={refused ? 'Enter a number' : undefined}>
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

export function FilterPanel({ filter, onFilter }: FilterPanelProps) {
  const { data: values } = useQuery(filterValuesQuery);
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  const { data: owners = [] } = useQuery(queryOf(listOwners, {}));
  const nameOf = useValueName();
  const optionsOf = useValueOptions();
  const custom = parseCustomFilter(filter.custom);
  const statusOf = (name: string) => findStatus(statuses, name)?.name ?? name;
  const others = partsSet(filter, customFields).filter(({ part, key }) => key === null && !isInPanel(part));

  /** Conditions on a field that its control can't show. */
  function alsoSet(field: string): string | undefined {
    const said = others
      .filter(({ part }) => !('any' in part) && part.field === field)
      .map(({ part }) => inOneText(conditionWords(part, customFields, nameOf)));
    return said.length === 0 ? undefined : said.join(', ');
  }

  return (
    <section
      aria-label="Advanced Filters"
      className="mb-3 grid animate-appear grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-4 gap-y-3.5 max-md:grid-cols-2 max-md:gap-x-3 rounded-card border border-line bg-surface p-4"
    >
      {FILTERED_FIELDS.map((field) => (
        <ValueFilter
          key={field.key}
          label={field.label}
          values={chosenValues(filter, field, customFields).map(field.key === 'status' ? statusOf : String)}
          options={optionsOf(field)}
          help={alsoSet(field.key)}
          onChange={(chosen) => onFilter(withValues(filter, field, chosen, customFields))}
        />
      ))}
      <ChoiceFilter
        label="Owner"
        help={alsoSet('ownerId')}
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
        help={alsoSet('dueOn')}
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
        label="Suppression"
        value={filter.suppressed}
        choices={CHOICES.suppressed}
        onChange={(suppressed) => onFilter({ suppressed })}
      />
      <ChoiceFilter
        label="Phone"
        help={alsoSet('phone')}
        value={filter.phoneValid}
        choices={CHOICES.phoneValid}
        onChange={(phoneValid) => onFilter({ phoneValid })}
      />
      <ChoiceFilter
        label="Email"
        help={alsoSet('email')}
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
        help={alsoSet('depositDate')}
        min={filter.depositDateFrom}
        onChange={(depositDateTo) => onFilter({ depositDateTo })}
      />
      <AmountFilter
        value={filter.depositAmount}
        help={alsoSet('depositAmount')}
        onChange={(depositAmount) => onFilter({ depositAmount })}
      />
      <Field label="Tags" help={alsoSet('tags')} className="col-span-full sm:col-span-2">
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
          help={alsoSet(customTarget(field.name))}
          onChange={(value) => onFilter({ custom: withCustom(filter.custom, field.name, value) })}
        />
      ))}
    </section>
  );
}

interface AmountFilterProps {
  value: string | undefined;
  help: string | undefined;
  onChange: (value: string | undefined) => void;
}

function accept(text: string): string | null {
  const plain = text.replaceAll(/\s/g, '');
  return leadFilter.shape.depositAmount.safeParse(plain).success ? plain : null;
}

function AmountFilter({ value, help, onChange }: AmountFilterProps) {
  const { draft, setDraft, refused } = useDraft(value ?? '', (text) => onChange(text || undefined), {
    accept,
  });
  return (
    <Field label="Deposit Amount" help={help} error={refused ? 'Enter 100 or 100-500' : undefined}>
      <TextInput
        inputMode="decimal"
        placeholder="100 or 100-500"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </Field>
  );
}
