import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface TemplateInput {
  name: string;
  shared: boolean;
}

interface TemplateFormProps {
  initial: TemplateInput;
  /** True for administrators. */
  canShare: boolean;
  /** Label of the save button. */
  label: string;
  pending?: boolean;
  error?: string | undefined;
  onSave: (input: TemplateInput) => void;
  onCancel: () => void;
}

const NAME_LENGTH = 100;

/** Edits a template's name and sharing; refuses blank names. */
export function TemplateForm(props: TemplateFormProps) {
  const { initial, canShare, label, pending = false, error, onSave, onCancel } = props;
  const [input, setInput] = useState(initial);
  const box = useRef<HTMLInputElement>(null);
  const name = input.name.trim();
  useEffect(() => box.current?.focus(), []);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onSave({ ...input, name });
      }}
    >
      <Field label="Template name" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={box}
            maxLength={NAME_LENGTH}
            value={input.name}
            placeholder="e.g. Trade fair"
            onChange={(event) => setInput({ ...input, name: event.target.value })}
            autoComplete="off"
          />
        )}
      </Field>
      {canShare && (
        <Checkbox
          label="Share with the organization"
          checked={input.shared}
          onChange={(shared) => setInput({ ...input, shared })}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={name === ''}
          pending={pending}
          pendingText="Saving..."
        >
          {label}
        </Button>
      </div>
    </form>
  );
}
