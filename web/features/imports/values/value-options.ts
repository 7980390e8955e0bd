import type { ColumnValues } from '#contract/import-values.ts';
import { customFieldName, importField } from '#contract/lead-fields.ts';
import type { Option } from '../../../ui/option.ts';
import { countryOptions } from '../plan/country-options.ts';
import type { ValueChoice } from './value-draft.ts';

// Option values carry a mark, so that no value of a field can be taken for one of these.
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

/** Returns what a value of a column can become: it stays, it is left out, or it becomes a value of the field. */
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

/** Returns the option of a choice. A chosen value that the field doesn't list is added to the options. */
export function optionOf(choice: ValueChoice): string {
  if (choice === undefined || choice === null) return KEEP;
  return choice === '' ? EMPTY : VALUE + choice;
}

/** Returns the choice of an option. */
export function choiceOfOption(option: string): string | null {
  if (option === KEEP) return null;
  return option === EMPTY ? '' : option.slice(VALUE.length);
}

/** Returns the options with one for a value that isn't among them. */
export function withOption(options: readonly Option[], chosen: string): readonly Option[] {
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen.slice(VALUE.length) }];
}
