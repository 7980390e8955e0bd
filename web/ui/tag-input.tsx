import { type KeyboardEvent, useId, useState } from 'react';
import { Chip } from './chip.tsx';
import { cx } from './cx.ts';
import type { ControlProps } from './field.tsx';

export interface TagInputProps extends ControlProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  suggestions?: readonly string[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
}

/** Distinguishes chosen suggestions from typed text by the event's type. */
function isPicked(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
}

/** Edits short texts: Enter or a comma adds the text, Backspace in the empty input removes the last. */
export function TagInput(props: TagInputProps) {
  const { value, onChange, suggestions = [], placeholder, disabled = false, className, ...control } = props;
  const listId = useId();
  const [typed, setTyped] = useState('');

  function add(text: string) {
    const given = text
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    setTyped('');
    const known = new Set(value.map((tag) => tag.toLowerCase()));
    const fresh = given.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
    if (fresh.length > 0) onChange([...value, ...fresh]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // An extra Enter must not submit the form.
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  }

  function onType(text: string, picked: boolean) {
    if (/[,;|]/.test(text) || (picked && suggestions.includes(text))) add(text);
    else setTyped(text);
  }

  return (
    <div
      className={cx(
        'flex min-h-9 w-full min-w-0 flex-wrap items-center gap-1 rounded-control border border-line-strong bg-surface p-1 max-md:min-h-11',
        'focus-within:border-accent focus-within:outline-2 focus-within:outline-accent',
        disabled && 'opacity-45',
        className,
      )}
    >
      {value.map((tag) => (
        <Chip
          key={tag}
          value={tag}
          removeLabel={`Remove ${tag}`}
          disabled={disabled}
          onRemove={() => onChange(value.filter((other) => other !== tag))}
          className="h-6 max-w-56 max-md:h-11.5"
        />
      ))}
      <input
        {...control}
        list={suggestions.length > 0 ? listId : undefined}
        value={typed}
        disabled={disabled}
        autoComplete="off"
        placeholder={value.length === 0 ? placeholder : undefined}
        onChange={(event) => onType(event.target.value, isPicked(event.nativeEvent))}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
        className="h-6 min-w-24 flex-1 bg-transparent px-1.5 text-14 outline-none placeholder:text-muted max-md:h-11"
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      )}
    </div>
  );
}
