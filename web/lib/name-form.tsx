import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

export interface NameInput {
  name: string;
  shared: boolean;
}

interface NameFormProps {
  label: string;
  placeholder?: string;
  initial?: NameInput;
  canShare?: boolean;
  save: string;
  pending?: boolean;
  error?: string | undefined;
  onSave: (input: NameInput) => void;
  onCancel: () => void;
  children?: ReactNode;
}

const NAME_LENGTH = 100;

/** Names something that can be shared; refuses blank names. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, canShare = true, save, pending = false, error, onSave, onCancel } = props;
  const [input, setInput] = useState(props.initial ?? { name: '', shared: false });
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
      <Field label={label} error={error}>
        <TextInput
          ref={box}
          maxLength={NAME_LENGTH}
          value={input.name}
          placeholder={placeholder}
          onChange={(event) => setInput({ ...input, name: event.target.value })}
          autoComplete="off"
        />
      </Field>
      {props.children}
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
          {save}
        </Button>
      </div>
    </form>
  );
}
