import { RETURN_REASONS } from '#contract/sale-terms.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';

const NONE = 'none';
const OTHER = 'other';

const OPTIONS = [
  { value: NONE, label: 'No reason' },
  ...RETURN_REASONS.map((reason) => ({ value: reason, label: reason })),
  { value: OTHER, label: 'Other…' },
];

/** A suggested reason, or the user's own text. */
export interface ReasonDraft {
  choice: string;
  text: string;
}

export const NO_REASON: ReasonDraft = { choice: NONE, text: '' };

/** Returns the reason to send; undefined for none. */
export function reasonOf({ choice, text }: ReasonDraft): string | undefined {
  if (choice === NONE) return undefined;
  return choice === OTHER ? text.trim() || undefined : choice;
}

interface ReturnReasonProps {
  value: ReasonDraft;
  onChange: (value: ReasonDraft) => void;
}

export function ReturnReason({ value, onChange }: ReturnReasonProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" optional>
        <Select
          value={value.choice}
          options={OPTIONS}
          onChange={(choice) => onChange({ ...value, choice })}
        />
      </Field>
      {value.choice === OTHER && (
        <Field label="Other reason">
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
