import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { asksForUnknown } from '#contract/import-value-maps.ts';
import { type ColumnValues, type FileValue, listImportValues } from '#contract/import-values.ts';
import { customFieldName, importField } from '#contract/lead-fields.ts';
import { LEAD_STATUS_NAME_MAX } from '#contract/lead-status-colors.ts';
import { createLeadStatus, listLeadStatuses } from '#contract/lead-statuses.ts';
import { callApi } from '../../../lib/call-api.ts';
import { countryOptions } from '../../../lib/country-options.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Option } from '../../../ui/option.ts';
import type { DraftProps, ImportDraft } from '../plan/draft.ts';
import {
  choiceOf,
  chooseValue,
  openValues,
  type ValueChoice,
  type ValueState,
  valueState,
} from './value-draft.ts';

// Field values carry a prefix to avoid collisions with these.
const KEEP = 'keep';
const EMPTY = 'empty';
const VALUE = 'value:';

const BOOLEANS: readonly Option[] = [
  { value: `${VALUE}true`, label: 'Yes' },
  { value: `${VALUE}false`, label: 'No' },
];
const COUNTRIES: readonly Option[] = countryOptions()
  .slice(1)
  .map(({ label, hint }) => ({ value: VALUE + label, label, ...(hint !== undefined && { hint }) }));

/** Returns a value's options: keep, leave out, or a value of the field. */
export function valueOptions({ target, known }: Pick<ColumnValues, 'target' | 'known'>): Option[] {
  return [
    { value: KEEP, label: 'Keep as it is' },
    { value: EMPTY, label: 'Leave empty' },
    ...fieldValues(target, known),
  ];
}

function fieldValues(target: string, known: readonly string[]): readonly Option[] {
  if (customFieldName(target) !== null && (known.length === 0 || known.includes('true'))) return BOOLEANS;
  if (importField(target)?.kind === 'country') return COUNTRIES;
  return known.map((value) => ({ value: VALUE + value, label: value }));
}

export function optionOf(choice: ValueChoice): string {
  if (choice === undefined || choice === null) return KEEP;
  return choice === '' ? EMPTY : VALUE + choice;
}

export function choiceOfOption(option: string): string | null {
  if (option === KEEP) return null;
  return option === EMPTY ? '' : option.slice(VALUE.length);
}

export function withOption(options: readonly Option[], chosen: string): readonly Option[] {
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen.slice(VALUE.length) }];
}

interface ValueRowProps extends DraftProps {
  column: ColumnValues;
  value: FileValue;
  options: readonly Option[];
}

const STATES: Record<ValueState, string> = {
  unknown: '',
  known: 'Recognized',
  remembered: 'Remembered',
  chosen: 'Chosen',
};

function ValueRow({ column, value, options, draft, onEdit }: ValueRowProps) {
  const state = valueState(draft, column.column, value);
  const choice = choiceOf(draft, column.column, value.value);
  // Known countries become names without a value map.
  const shown = choice === undefined && state === 'known' ? (value.meaning?.value ?? undefined) : choice;
  const chosen = optionOf(shown);
  const choose = (becomes: string | null) =>
    onEdit((now) => chooseValue(now, column.column, value.value, becomes));
  return (
    <li className="grid min-h-11 grid-cols-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)] items-center gap-x-4 border-t border-line px-4 py-1 text-13 first:border-t-0 lg:grid-cols-[minmax(0,1fr)_6rem_6rem_minmax(0,14rem)] lg:px-5">
      <span className="min-w-0">
        <span className="block truncate" title={value.value}>
          {value.value}
        </span>
        <span className="block truncate text-12 text-muted tabular-nums lg:hidden">
          {[formatCount(value.count, 'row'), stateText(state, column.target)].join(' · ')}
        </span>
        {state === 'unknown' && <ValueOffers target={column.target} value={value} onChoose={choose} />}
      </span>
      <span className="text-right text-muted tabular-nums max-lg:hidden">
        {formatCount(value.count, 'row')}
      </span>
      <span className="text-12 text-muted max-lg:hidden">{stateText(state, column.target)}</span>
      <Combobox
        aria-label={`What ${value.value} becomes`}
        value={chosen}
        options={withOption(options, chosen)}
        onChange={(option) => choose(choiceOfOption(option))}
        searchPlaceholder="Search values…"
        emptyText="No values found"
      />
    </li>
  );
}

function stateText(state: ValueState, target: string): string {
  if (state !== 'unknown') return STATES[state];
  return asksForUnknown(target) ? 'Not recognized' : 'New';
}

interface ColumnValuesPanelProps extends DraftProps {
  values: ColumnValues;
  /** Expands a list with values to review. */
  initiallyOpen: boolean;
}

export function ColumnValuesPanel(props: ColumnValuesPanelProps) {
  const { values: column, draft, onEdit, initiallyOpen } = props;
  const [open, setOpen] = useState(() => initiallyOpen && openValues(draft, column) > 0);
  const id = useId();
  const options = useMemo(() => valueOptions(column), [column]);
  const unknown = openValues(draft, column);
  // Sorted once, unknown values first, so that rows don't move while choosing.
  const rows = useMemo(
    () =>
      [...column.values].sort((one, other) => Number(one.meaning !== null) - Number(other.meaning !== null)),
    [column],
  );
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left text-13 hover:bg-hover lg:px-5"
      >
        <span className="min-w-0 truncate font-medium" title={column.column}>
          {column.column}
        </span>
        <span className="min-w-0 flex-1 truncate text-muted tabular-nums">{summary(column, draft)}</span>
        {unknown > 0 && (
          <Badge tone="caution">
            <span className="tabular-nums">{formatNumber(unknown)} to review</span>
          </Badge>
        )}
        <ChevronDown
          className={cx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          aria-hidden
        />
      </button>
      <div id={id} hidden={!open} className="border-t border-line">
        {open && (
          <>
            <ul aria-label={`Values of ${column.column} in the file`} className="max-h-96 overflow-y-auto">
              {rows.map((value) => (
                <ValueRow
                  key={value.value}
                  column={column}
                  value={value}
                  options={options}
                  draft={draft}
                  onEdit={onEdit}
                />
              ))}
            </ul>
            {column.more && (
              <p className="border-t border-line px-4 py-2 text-13 text-muted lg:px-5">
                Shows the {formatNumber(column.values.length)} most frequent values. The others are imported
                as they are.
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}

function summary(column: ColumnValues, draft: ImportDraft): string {
  const states = column.values.map((value) => valueState(draft, column.column, value));
  const count = (state: string) => states.filter((one) => one === state).length;
  const parts = [
    `${fieldLabel(column.target)}: ${formatCount(column.values.length, 'value')}${column.more ? ' and more' : ''}`,
    ...(count('known') > 0 ? [`${formatNumber(count('known'))} recognized`] : []),
    ...(count('remembered') > 0 ? [`${formatNumber(count('remembered'))} remembered`] : []),
    ...(count('chosen') > 0 ? [`${formatNumber(count('chosen'))} chosen`] : []),
  ];
  return parts.join(' · ');
}

interface ValueOffersProps {
  target: string;
  value: FileValue;
  onChoose: (becomes: string) => void;
}

function ValueOffers({ target, value: { value, near, spellings }, onChoose }: ValueOffersProps) {
  const client = useQueryClient();
  const isAdmin = useIsAdmin();
  const create = useMutation({
    mutationFn: () => callApi(createLeadStatus, { body: { name: value } }),
    onSuccess: ({ name }) => {
      onChoose(name);
      for (const { path } of [listLeadStatuses, listImportValues]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
    },
    onError: (error) => showReason(error, "Couldn't create the status"),
  });
  const isStatus = target === 'status' && isAdmin && value.length <= LEAD_STATUS_NAME_MAX;
  const isMixed = (target === 'brand' || target === 'source') && spellings > 1 && near === null;
  if (near === null && !isStatus && !isMixed) return null;
  return (
    <span className="flex flex-wrap gap-1 py-0.5">
      {near !== null && (
        <Button size="small" onClick={() => onChoose(near)}>
          Use {near}
        </Button>
      )}
      {isStatus && (
        <Button size="small" pending={create.isPending} onClick={() => create.mutate()}>
          Create Status
        </Button>
      )}
      {isMixed && (
        <Button size="small" onClick={() => onChoose(value)}>
          Import {formatNumber(spellings)} Spellings as {value}
        </Button>
      )}
    </span>
  );
}
