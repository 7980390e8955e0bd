import { asksForUnknown } from '#contract/import-value-maps.ts';
import type { ColumnValues, FileValue } from '#contract/import-values.ts';
import { formatCount } from '../../../lib/format.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import type { Option } from '../../../ui/option.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { choiceOf, chooseValue, type ValueState, valueState } from './value-draft.ts';
import { choiceOfOption, optionOf, withOption } from './value-options.ts';

interface ValueRowProps {
  column: ColumnValues;
  value: FileValue;
  options: readonly Option[];
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

const STATES: Record<ValueState, string> = {
  unknown: '',
  known: 'Recognized',
  remembered: 'Remembered',
  chosen: 'Chosen',
};

/** Value with its row count and replacement. */
export function ValueRow({ column, value, options, draft, onEdit }: ValueRowProps) {
  const state = valueState(draft, column.column, value);
  const choice = choiceOf(draft, column.column, value.value);
  // Known countries become names without a value map.
  const shown = choice === undefined && state === 'known' ? (value.meaning?.value ?? undefined) : choice;
  const chosen = optionOf(shown);
  return (
    <li className="grid min-h-11 grid-cols-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)] items-center gap-x-4 border-t border-line px-4 py-1 text-13 first:border-t-0 lg:grid-cols-[minmax(0,1fr)_6rem_6rem_minmax(0,14rem)] lg:px-5">
      <span className="min-w-0">
        <span className="block truncate" title={value.value}>
          {value.value}
        </span>
        <span className="block truncate text-12 text-muted tabular-nums lg:hidden">
          {[formatCount(value.count, 'row'), stateText(state, column.target)].join(' · ')}
        </span>
      </span>
      <span className="text-right text-muted tabular-nums max-lg:hidden">
        {formatCount(value.count, 'row')}
      </span>
      <span className="text-12 text-muted max-lg:hidden">{stateText(state, column.target)}</span>
      <Combobox
        aria-label={`What ${value.value} becomes`}
        value={chosen}
        options={withOption(options, chosen)}
        onChange={(option) =>
          onEdit((now) => chooseValue(now, column.column, value.value, choiceOfOption(option)))
        }
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
