import { type Ref, useDeferredValue, useMemo } from 'react';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { parseList, repeatedIn } from './parse-list.ts';

export interface EntryFieldProps {
  label: string;
  /** Counted noun, singular and plural. */
  noun: readonly [one: string, many: string];
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
}

/** Edits a pasted list and counts its entries. */
export function EntryField({ label, noun, placeholder, text, onText, error, ref }: EntryFieldProps) {
  const deferred = useDeferredValue(text);
  const countLine = useMemo(() => countOf(deferred, noun), [deferred, noun]);
  return (
    <div>
      <Field label={label} help="Separated by new lines, commas or semicolons." error={error}>
        {(control) => (
          <Textarea
            {...control}
            ref={ref}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onChange={(event) => onText(event.target.value)}
            className="min-h-40 tabular-nums"
          />
        )}
      </Field>
      <p className="mt-1 text-13 font-medium tabular-nums" role="status">
        {countLine}
      </p>
    </div>
  );
}

function countOf(text: string, [one, many]: readonly [string, string]): string {
  const entries = parseList(text);
  const repeated = repeatedIn(entries);
  const count = formatCount(entries.length, one, many);
  return repeated === 0 ? count : `${count}, ${formatNumber(repeated)} of them repeated`;
}
