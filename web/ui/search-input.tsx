import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { TextInput } from './text-input.tsx';

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Accessible name, and the placeholder by default. */
  label: string;
}

/** Text input of a search; `className` sets the width. */
export function SearchInput({ label, className, ...input }: SearchInputProps) {
  return (
    <div className={cx('relative', className)}>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <TextInput
        placeholder={label}
        {...input}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className="pl-9"
      />
    </div>
  );
}
