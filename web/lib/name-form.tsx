import { Check, Users } from 'lucide-react';
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

interface NamedRowProps {
  name: string;
  shared: boolean;
  /** Described below the name. */
  content: string;
  current?: boolean;
  onApply: () => void;
  /** Buttons for changes. */
  children: ReactNode;
}

/** Row of something named that a press on the name applies. */
export function NamedRow({ name, shared, content, current = false, onApply, children }: NamedRowProps) {
  return (
    <li className="flex items-center gap-0.5 rounded-control hover:bg-hover">
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onApply}
        className="min-w-0 flex-1 rounded-control px-2.5 py-1.5 text-left max-md:py-2.5"
      >
        <span className="flex items-center gap-2 text-14 font-medium">
          <span className="truncate">{name}</span>
          {shared && <Users className="size-3.5 shrink-0 text-muted" aria-hidden />}
          {current && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
        </span>
        <span className="block truncate text-12 text-muted" title={content}>
          {content}
        </span>
      </button>
      {children}
    </li>
  );
}
