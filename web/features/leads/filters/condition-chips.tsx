import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { getImport } from '#contract/imports.ts';
import { queryOf } from '../../../lib/query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { customFieldsQuery } from '../queries.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { withoutCondition } from './condition-of-value.ts';
import { conditionsIn, type KnownCondition, wordsOf } from './condition-words.ts';
import { useValueName } from './value-names.ts';

export interface ConditionChipsProps {
  where: string;
  onChange: (where: string | undefined) => void;
}

/** Conditions of `where` as editable chips. */
export function ConditionChips({ where, onChange }: ConditionChipsProps) {
  const { data: customFields } = useQuery(customFieldsQuery);
  if (customFields === undefined) return null;
  const conditions = conditionsIn(where, customFields);
  if (conditions === null) {
    return (
      <li className="flex min-w-0">
        <Chip
          value="These filters no longer work"
          removeLabel="Remove filters that no longer work"
          onRemove={() => onChange(undefined)}
        />
      </li>
    );
  }
  return conditions.map((one, place) => (
    <ConditionChip
      // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place alone.
      key={place}
      {...one}
      place={place}
      where={where}
      onChange={onChange}
      onRemove={() => onChange(withoutCondition(where, place, customFields))}
    />
  ));
}

interface ConditionChipProps extends KnownCondition, ConditionChipsProps {
  place: number;
  onRemove: () => void;
}

function ConditionChip({ condition, known, place, where, onChange, onRemove }: ConditionChipProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const imported = useQuery({
    ...queryOf(getImport, { params: { id: condition.values[0] ?? '' } }),
    enabled: known.kind === 'import' && condition.values.length > 0,
  });
  const { lead, value } = wordsOf(condition, known, useValueName(), imported.data?.filename);
  const text = `${lead} ${value}`.trim();
  return (
    <li className="flex min-w-0">
      <span
        className="inline-flex h-7 max-w-96 items-center print:max-w-none print:pr-2.5 rounded-control border border-line bg-raised text-13 max-md:h-11.5 max-md:max-w-full"
        title={text}
      >
        <button
          ref={anchor}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="h-full min-w-0 truncate rounded-control pr-1 pl-2.5 hover:bg-hover"
        >
          <span className="text-muted">{lead}</span> {value}
        </button>
        <button
          type="button"
          aria-label={`Remove filter ${text}`}
          onClick={onRemove}
          className="grid h-full w-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text max-md:w-11 print:hidden"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      </span>
      {open && (
        <ConditionBuilder
          where={where}
          edited={{ condition, known, place }}
          anchor={anchor}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}
