import type { Ref } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { EXAMPLE_STATUSES } from './hlr-draft.ts';

interface StatusFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** Edits a free-text status with clickable examples. */
export function StatusField({ value, onChange, error, ref }: StatusFieldProps) {
  return (
    <div className="flex flex-col gap-2.5">
      <Field label="Status Value" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={ref}
            autoComplete="off"
            maxLength={100}
            placeholder="Type a status or choose one below"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Example statuses</legend>
        {EXAMPLE_STATUSES.map((status) => {
          const chosen = value.trim().toLowerCase() === status.toLowerCase();
          return (
            <button
              key={status}
              type="button"
              aria-pressed={chosen}
              onClick={() => onChange(status)}
              className={cx(
                'h-7 rounded-full border px-3 text-13 font-medium transition-colors max-md:h-11 max-md:px-4',
                chosen
                  ? 'border-accent bg-accent-tint text-accent'
                  : 'border-line bg-raised text-muted hover:bg-hover hover:text-text',
              )}
            >
              {status}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
