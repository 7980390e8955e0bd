import type { ColumnValues } from '#contract/import-values.ts';
import { customFieldName, importField } from '#contract/lead-fields.ts';
import type { Option } from '../../../ui/option.ts';
import { countryOptions } from '../plan/country-options.ts';
import type { ValueChoice } from './value-draft.ts';

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
  if (customFieldName(target) !== null) return BOOLEANS;
  if (importField(target)?.kind === 'country') return COUNTRIES;
  return known.map((value) => ({ value: VALUE + value, label: value }));
}

/** Returns a choice's option. */
export function optionOf(choice: ValueChoice): string {
  if (choice === undefined || choice === null) return KEEP;
  return choice === '' ? EMPTY : VALUE + choice;
}

/** Returns an option's choice. */
export function choiceOfOption(option: string): string | null {
  if (option === KEEP) return null;
  return option === EMPTY ? '' : option.slice(VALUE.length);
}

/** Adds an option for an unlisted value. */
export function withOption(options: readonly Option[], chosen: string): readonly Option[] {
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen.slice(VALUE.length) }];
}
