import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { countryOptions, NO_COUNTRY } from '../../../lib/country-options.ts';
import { OwnerPicker } from '../../../lib/owner-picker.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import {
  type DraftProps,
  type ImportDraft,
  type MatchField,
  parseTags,
  setMatchField,
  setMode,
} from '../plan/draft.ts';

interface UpdateOptionsProps extends DraftProps {
  columns: readonly string[];
}

const MATCH_FIELDS: readonly { value: MatchField; label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'id', label: 'Lead ID' },
];

const POLICIES = [
  { value: 'overwrite', label: 'Overwrite', help: 'Replace existing values.' },
  { value: 'fillEmpty', label: 'Fill empty only', help: 'Keep existing values.' },
] as const;

function UpdateOptions({ draft, columns, onEdit }: UpdateOptionsProps) {
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <p className="text-13 font-medium">Match leads by</p>
        <Segmented
          label="Match leads by"
          value={draft.matchField}
          onChange={(field) => onEdit((now) => setMatchField(now, field, columns))}
          options={MATCH_FIELDS}
        />
        <p className="text-13 text-muted">Map a column to this field.</p>
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="text-13 font-medium">When a lead already has a value</p>
        <RadioGroup
          label="When a lead already has a value"
          value={draft.updatePolicy}
          onChange={(updatePolicy) => onEdit((now) => ({ ...now, updatePolicy }))}
          options={POLICIES}
          className="grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] sm:grid-flow-row"
        />
      </div>
    </>
  );
}

interface ImportOptionsProps extends UpdateOptionsProps {
  /** Expands collapsed options. */
  initiallyOpen?: boolean;
  /** Options for several files, which no check counts. */
  isShared?: boolean;
}

const COUNTRIES = countryOptions();
const COUNTRY_NAMES = new Map(COUNTRIES.map((option) => [option.value, option.label]));

const MODES = [
  { value: 'create', label: 'Create leads', help: 'Existing leads are skipped as duplicates.' },
  { value: 'update', label: 'Update leads', help: "Rows that don't match a lead are skipped." },
  {
    value: 'createOrUpdate',
    label: 'Create and update',
    help: 'Rows that match a lead update it. The others become new leads.',
  },
] as const;

/** Import options, collapsed in narrow windows. */
export function ImportOptionsPanel(props: ImportOptionsProps) {
  const { draft, columns, onEdit, initiallyOpen = false, isShared = false } = props;
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  const edit = (change: Partial<ImportDraft>) => onEdit((now) => ({ ...now, ...change }));
  return (
    <section aria-label="Import options" className="rounded-card border border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-3 rounded-card px-4 py-3 text-left xl:hidden"
      >
        <span className="text-14 font-medium">Options</span>
        <span className="min-w-0 flex-1 truncate text-13 text-muted">{optionsSummary(draft)}</span>
        <ChevronDown
          className={cx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          aria-hidden
        />
      </button>
      <h2 className="hidden min-h-14 content-center px-5 text-14 font-medium xl:grid">Options</h2>
      <div
        id={id}
        className={cx(
          'flex-col gap-5 border-t border-line px-4 py-4 xl:flex xl:px-5',
          open ? 'flex' : 'hidden',
        )}
      >
        <RadioGroup
          label="Import mode"
          value={draft.mode}
          onChange={(mode) => onEdit((now) => setMode(now, mode))}
          options={MODES}
          className="grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] sm:grid-flow-row"
        />
        {draft.mode !== 'create' && <UpdateOptions draft={draft} columns={columns} onEdit={onEdit} />}
        <Field
          label="Default country"
          help="Used when a row has no country, and to read local phone numbers."
        >
          <Combobox
            value={draft.defaultCountry ?? NO_COUNTRY}
            onChange={(code) => edit({ defaultCountry: code === NO_COUNTRY ? null : code })}
            options={COUNTRIES}
            searchPlaceholder="Search countries…"
            emptyText="No countries found"
          />
        </Field>
        <Switch
          label="Take the country from the phone"
          help="Fills an empty country when the phone number is valid."
          checked={draft.countryFromPhone}
          onChange={(countryFromPhone) => edit({ countryFromPhone })}
        />
        {draft.mode !== 'update' && (
          <OwnerPicker
            label="Owner of new leads"
            owners={draft.owners}
            onOwners={(owners) => edit({ owners: owners ?? [] })}
          />
        )}
        {isShared && (
          <Switch
            label="Import without an invalid email"
            help="For rows with a valid phone. Otherwise, they're errors."
            checked={draft.dropInvalidEmails}
            onChange={(dropInvalidEmails) => edit({ dropInvalidEmails })}
          />
        )}
        <TagsField text={draft.tagsText} onChange={(tagsText) => edit({ tagsText })} />
      </div>
    </section>
  );
}

export function optionsSummary(draft: ImportDraft): string {
  const tags = parseTags(draft.tagsText);
  const facts = [
    MODES.find(({ value }) => value === draft.mode)?.label ?? '',
    draft.defaultCountry === null ? 'No default country' : (COUNTRY_NAMES.get(draft.defaultCountry) ?? ''),
    tags.length > 0 ? tags.join(', ') : '',
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function TagsField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const tags = parseTags(text);
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Manual tags"
        help="Separate tags with commas. Every lead in this import gets them."
        optional
      >
        <TextInput
          value={text}
          onChange={(event) => onChange(event.target.value)}
          placeholder="e.g. spring campaign, vip"
          autoComplete="off"
        />
      </Field>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge dot={false}>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
